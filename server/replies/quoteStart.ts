/** What is known of an email whose quotes and signature are cut. */
export type ReplyContext = {
  /** Addresses and names of ours that a quote of our emails names. */
  ours: readonly string[];
  /** The sender's names, as they write them and as we know them. */
  senderNames: readonly string[];
  /** Whether the email passes another one on, by its subject. */
  isForward?: boolean;
};

// The rules below look for what programs write around a quote and people do not: an address in angle brackets or of ours with a time,
// a list of header fields, a line of dashes. Words of languages count only together with a full date, an address or other fields.

const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');

/** A date with a time, or a year. */
const moment = /\d{1,2}[:.h]\d{2}|\b20\d\d\b|\d\s?[時时시]/u;
const time = /\d{1,2}[:.h]\d{2}|\d\s?[時时시]/u;
const year = /\b(19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2}\b/;
// Without a length at their beginning, because a line may be as long as an email.
const anyAddress = /[^\s<>@"]@[^\s<>@"]{1,255}\.[^\s<>@"]/;
/** `<clara@ev.test>`, `[mailto:clara@ev.test]`, in the way of programs. */
const bracketedAddress =
  /(<|&lt;|\[)\s{0,9}(mailto:\s{0,9})?[^\s<>@"[\]&]{1,64}@[^\s<>@"[\]&]{1,255}(<mailto:[^\s<>]{0,320}>)?\s{0,9}(>|&gt;|\])/i;
const wrote = word(
  [
    'wrote|writes|schrieb|(a )?écrit|a ecrit|escribió|escribio|ha scritto|escreveu|schreef|(na)?pisze|napisana|napisał(\\(a\\)|a)?',
    'skrev|skriver|kirjoitti|написал\\(?а?\\)?|пишет|пише|yazdı|şunu yazdı|napsal\\(?a?\\)?|napísal\\(?a?\\)?|(ezt )?írta|a scris',
    'napisao|napisala|rašė|kirjutas|έγραψε|написав|كتبت?|כתב|写道|寫道|のメッセージ|作成|작성|님이',
  ].join('|'),
);
const endsWithVerb = new RegExp(`${wrote.source}$`, 'iu');
/** The end of what introduces a quote. */
const attributionEnd = /[:：](\s{2,}.*|[\s*]*)$|^-+ ?.* ?-+$|写道[：:,，]?$|作성[：:]?$|작성[:：]?$|님이.*$/u;
/** Nothing but an address and a verb. */
const onlyAddress = /^[^\s<>@"]+@[^\s<>@"]+ \S+\s?:$/;
/** The introduction of older versions of Gmail, which does not end like others. */
const isoAttribution = /^(19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b.{0,120}[<>]:?$/;

/** A field of a quoted header: "From:", "*Gesendet:*", "De :", "发件人：". */
const field = /^\s{0,8}\*?[\p{L}\p{M}][\p{L}\p{M}'’.() -]{0,24}\s?\*?[:：]\*?(?=\s|$|\S*[@<])/u;
const fieldName = (names: string) => new RegExp(`^\\s{0,8}\\*?(?:${names})\\s?\\*?[:：]`, 'iu');
const fromField = fieldName(
  'from|von|de|da|van|od|från|fra|lähettäjä|от|від|від кого|отправитель|kimden|gönderen|feladó|de la|expeditorul|mittente|nadawca|šalje|saatja|από|差出人|送信元|发件人|寄件者|寄件人|보낸 ?사람',
);
const dateField = fieldName(
  'sent|date|gesendet|datum|envoyé( le)?|enviado( el)?|enviada( em)?|fecha|data|inviato|verzonden|wysłano|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|отправлено|надіслано|відправлено|дата|gönderil(en|di|me tarihi)|tarih|odesláno|odoslané|dátum|elküldve|dată|trimis|poslano|送信日時|日付|日期|发送时间|發送時間|寄件日期|보낸 ?날짜|날짜',
);
const subjectField = fieldName(
  'subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|temat|ämne|emne|aihe|тема|konu|předmět|predmet|tárgy|subiect(ul)?|naslov|teema|θέμα|件名|主题|主旨|主題|제목',
);

function isField(line: string): boolean {
  // Some programs leave out the space behind the colon.
  return field.test(line) || [fromField, dateField, subjectField].some((known) => known.test(line));
}

/** "-----Original Message-----", "-------- Weitergeleitete Nachricht --------", also with the first field behind it. */
const dashedTitle = /^\*?[-_]{2,} ?\p{L}[\p{L}\p{M}'’´ /.-]{2,40}?\s?[-_]{2,}/u;
/** Parts of the words in such a title. */
const titleWords =
  /origin|ursprüng|ursprung|oorspronk|oprindelig|opprinnelig|alkuperäi|původní|pôvodná|eredeti|исходное|forward|weitergeleit|transf[eé]r|réexpédi|doorgestuur|inoltrat|reenviad|encaminhad|videresend|vidarebefordra|välitetty|przekaz|přeposlan|preposlan|переслан|пересыла|перенаправлен|iletilen|原始|转发|轉寄|転送|원본|전달/iu;
/** "Begin forwarded message:", as Apple's programs and others write above a header. */
const plainTitle = /^\s{0,2}[\p{L}\p{M} ]{4,60}\s?[:：]$/u;

export const quoted = /^\s*>/;
/** A mark of some programs, and of tables that people draw: it marks a quote only below what introduces one. */
export const piped = /^\s*\|/;
const marks = /^[>|\s]+/;

/** The lines of an email, with what is looked up often. */
export type Body = ReplyContext & {
  lines: readonly string[];
  /** For each line, the next one with text; `''` at the end. */
  next: readonly string[];
  /** The last line with the first sentence of our emails; -1 without one. */
  lastOurs: number;
};

/** Whether a line is the first sentence of our emails about jobs (`mail/noticeEmail.ts`), which every quote of one contains. */
export function isOurText(line: string): boolean {
  return /^[>|\s]{0,40}Here.{1,3}s what.{1,3}s new on\b/.test(line);
}

export function bodyOf(text: string, context: ReplyContext): Body {
  const lines = text.split('\n');
  const next = lines.map(() => '');
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const following = lines[at + 1] ?? '';
    next[at] = following.trim() === '' ? (next[at + 1] ?? '') : following;
  }
  return { ...context, lines, next, lastOurs: lines.findLastIndex(isOurText) };
}

function namesUs(text: string, { ours }: ReplyContext): boolean {
  const lower = text.toLowerCase();
  return ours.some((name) => lower.includes(name.toLowerCase()));
}

export type Attribution = {
  /** The number of its lines. */
  count: number;
  /** Whether no person writes like that. Others introduce a quote only if one follows. */
  isCertain: boolean;
  /** Whether it has a date with a time. */
  isDated: boolean;
};

function isMark(line: string): boolean {
  return quoted.test(line) || piped.test(line);
}

/** Returns the attribution that some lines from `at` can be; null when they cannot. */
function possibleAttribution(body: Body, at: number): Attribution | null {
  let text = '';
  for (let count = 1; count <= 4; count += 1) {
    const line = (body.lines[at + count - 1] ?? '').replace(marks, '');
    if (line === '' || text.length + line.length > 400) return null;
    text = `${text} ${line}`.trim();
    const isMarked = isMark(body.next[at + count - 1] ?? '');
    const hasAddress = bracketedAddress.test(text);
    const isNamed = namesUs(text, body);
    const ends = attributionEnd.test(text);
    const hasVerb = wrote.test(text);
    const isDated = time.test(text) && year.test(text);
    const isCertain =
      (ends && hasAddress && (time.test(text) || hasVerb)) ||
      (ends && hasVerb && (isDated || onlyAddress.test(text))) ||
      (hasAddress && isoAttribution.test(text)) ||
      (hasAddress && isDated && endsWithVerb.test(text));
    if (isCertain) return { count, isCertain, isDated };
    if (count === 4) return null;
    if (ends && isMarked && hasVerb && anyAddress.test(text)) return { count, isCertain, isDated };
    if (!moment.test(text)) continue;
    const canEnd = ends || (count === 1 && isMarked && (isNamed || hasAddress));
    if (canEnd && (isNamed || isMarked)) return { count, isCertain, isDated };
  }
  return null;
}

/** Whether a line can be the first of several that introduce a quote, and is not the end of what the sender wrote. */
function isFirstLine({ lines }: Body, at: number): boolean {
  const line = (lines[at] ?? '').trim();
  const before = (lines[at - 1] ?? '').replace(marks, '');
  if (time.test(line) && year.test(line)) return true;
  return (
    at > 0 && before === '' && (anyAddress.test(line) || (moment.test(line) && !/[.?!:：)]$/.test(line)))
  );
}

/** Returns what introduces a quote at `at`, as "On … EV Jobs <…> wrote:" does; null where nothing does. */
export function attributionAt(body: Body, at: number): Attribution | null {
  const found = possibleAttribution(body, at);
  if (!found || found.count === 1) return found;
  // The shortest: what stands above it was written by the sender.
  for (let later = at + 1; later < at + found.count; later += 1) {
    const shorter = possibleAttribution(body, later);
    if (shorter && (shorter.isDated || !isFirstLine(body, at))) return null;
  }
  return found;
}

/** Returns the lines of the quoted header that may begin at `at`. */
function headerBlock({ lines }: Body, at: number): string[] {
  const block: string[] = [];
  for (const line of lines.slice(at, at + 16)) {
    if (line.trim() === '') {
      // Programs that write paragraphs leave a line between the fields.
      if (block.length % 2 === 0) break;
      block.push('');
    } else if (isField(line) || /^\s/.test(line) || anyAddress.test(line)) block.push(line);
    else if (subjectField.test(block.at(-1) ?? '')) continue;
    else break;
  }
  return block;
}

/** Returns the quoted header that begins at `at`, as text; `''` when none does. */
function quotedHeader(body: Body, at: number): string {
  const first = body.lines[at] ?? '';
  if (!isField(first)) return '';
  const block = headerBlock(body, at);
  const fields = block.filter(isField);
  const text = block.join('\n');
  if (fields.length < 3 || !block.some((line) => moment.test(line))) return '';
  const isKnown =
    fields.some((line) => fromField.test(line)) &&
    fields.some((line) => dateField.test(line) && moment.test(line)) &&
    fields.some((line) => subjectField.test(line));
  return isKnown || bracketedAddress.test(text) || namesUs(text, body) ? text : '';
}

/** Returns the header below a title like "-----Original Message-----", or the title itself; `''` where there is none. */
function titleAt(body: Body, at: number): string {
  const line = body.lines[at] ?? '';
  if (!dashedTitle.test(line) && !plainTitle.test(line)) return '';
  let below = at + 1;
  while (below < at + 4 && body.lines[below]?.trim() === '') below += 1;
  const header = quotedHeader(body, below);
  if (header !== '') return header;
  const isTitle = dashedTitle.test(line) && (titleWords.test(line) || anyAddress.test(line));
  return isTitle ? line : '';
}

/** Whether everything from `at` on is an email that the sender's program added: below a title, or a header. */
export function startsEmail(body: Body, at: number): boolean {
  const header = titleAt(body, at) || quotedHeader(body, at);
  if (header === '') return false;
  // What somebody passes on to us is what they want to say.
  return !body.isForward || namesUs(header, body);
}
