/** What is known of an email whose quotes and signature are cut. */
export type ReplyContext = {
  /** Addresses and names of ours that a quote of our emails names. */
  ours: readonly string[];
  /** The sender's name as they write it, or `''`. */
  senderName: string;
};

// The rules below look for what every program writes around a quote, and not for words of one language: an address or name of ours
// with a time, a list of header fields, a line of dashes. `email-reply-parser` knows the words of a dozen languages instead.

/** "-----Original Message-----", "-------- Weitergeleitete Nachricht --------", also with the first field behind it. */
const dashedTitle = /^[-_]{3,} ?\p{L}[\p{L}\p{M}'’´ /.]{2,40}\s?[-_]{3,}/u;
/** A line of nothing but dashes, underscores or equal signs. */
const rule = /^[-_=*—–]{5,}$/;
/** Characters that are read: a message has at most 10,000, and what it answers may stand between them. */
const maxLength = 500_000;
const quoted = /^\s*[>|]/;
/** A field of a quoted header: "From:", "*Gesendet:*", "De :", "发件人：". */
const field = /^\*?[\p{L}\p{M}][\p{L}\p{M}'’. -]{0,24}\s?\*?[:：]\*?(?=\s|\S*[@<])/u;
/** A date with a time, or a year. */
const moment = /\d{1,2}[:.h]\d{2}|\b20\d\d\b|\d\s?[時时시]/u;
/** The end of what introduces a quote. */
const attributionEnd = /[:：](\s{2,}.*|[\s*]*)$|^-+ ?.* ?-+$|写道[：:,，]?$|작성[:：]?$|님이.*$/u;
const anyAddress = /[^\s<>@"]+@[^\s<>@"]+\.[^\s<>@"]+/;

/** Lines that phones and programs add below a message. */
const programLine = new RegExp(
  `^(${[
    'sent (from|with|via|using)\\b.{2,80}',
    'get outlook for .*',
    'get bluemail for .*',
    '.*\\breacted via gmail\\b.*',
    '(von meine[mr]|vom)(/meine[mr])? .{2,60} gesendet.*',
    '(gesendet|verschickt|verfasst) (von|vom|mit|aus|über)\\b.{2,100}',
    'diese nachricht wurde von meinem .{2,60} gesendet.*',
    'outlook für .{2,80} beziehen.*',
    'holen sie sich outlook für .*',
    'envoyé (de|depuis|à partir|avec)\\b.{2,80}',
    'télécharge[rz] outlook pour .*',
    'obtenir outlook pour .*',
    'enviado (desde|con|do|da|a partir|através|via|de)\\b.{2,80}',
    'obtener outlook para .*',
    'obter o? ?outlook para .*',
    '(inviato|scaricato) (da|con|dal)\\b.{2,80}',
    'ottieni outlook per .*',
    '(verstuurd|verzonden|gestuurd) (vanaf|vanuit|met|via)\\b.{2,80}',
    'outlook voor .{2,80} (downloaden|ophalen).*',
    'download outlook voor .*',
    '(wysłane|wysłano) (z|ze)\\b.{2,80}',
    'pobierz (aplikację )?outlook (dla|na) .*',
    '(skickat|skickades) från\\b.{2,80}',
    'hämta outlook för .*',
    'sendt (fra|med|via)\\b.{2,80}',
    '(hent|få) outlook (til|for) .*',
    'lähetetty .{2,80}(sta|stä|lta|ltä)\\.?',
    'hanki outlook .*',
    '(odesláno|odoslané|odoslané) z[eo]?\\b.{2,80}',
    '.{2,40}(imden|ımdan|umdan|ümden|dan|den) gönderildi.*',
    '(отправлено|надіслано) (с|из|з|через)\\s.{2,80}',
    '.{2,30}から(送信|のメール).*',
    '(나의|내) .{2,30}에서 보냄.*',
    '(发|發)自(我的)?.{2,40}',
    '從我的 .{2,30} 傳送.*',
    '获取 ?outlook.*',
    '.*outlook for .{2,10} ?を入手.*',
  ].join('|')})$`,
  'iu',
);

/** Closings of a message, above the sender's name. */
const closing = new RegExp(
  `^(${[
    '(many |kind |best |warm |warmest |kindest )?(thanks|thank you)( (so|very) much| in advance| again)?( and (best |kind )?regards)?',
    '(best|kind|kindest|warm|warmest|many)? ?(regards|wishes)',
    'best|cheers|sincerely( yours)?|yours (sincerely|faithfully|truly)|all the best|respectfully|take care|br',
    '(mit )?(freundlichen?|besten?|herzlichen?|lieben?|viele[nr]?|schöne[nr]?) (grüßen?|gruß|gruss|grüssen?|grüsse)( aus .{2,20})?|mfg|lg|vg|danke( und .*gr(ü|u)(ß|ss)e?)?',
    '(bien )?cordialement|salutations( distinguées)?|bien à vous|merci',
    'saludos( cordiales)?|un saludo|atentamente|gracias',
    '(cordiali|distinti) saluti|saluti|grazie|cordialmente',
    'atenciosamente|cumprimentos|(com os )?melhores cumprimentos|obrigad[oa]|abraço',
    'met vriendelijke groet(en)?|vriendelijke groet(en)?|groet(en|jes)?|mvg|bedankt',
    'pozdrawiam|z poważaniem|dziękuję',
    '(med )?(vänliga|bästa|vennlig|venlig|mange|hjärtliga) ?(hälsningar|hilsen|hilsner)|mvh|hälsningar|tack',
    'ystävällisin terveisin|terveisin|kiitos',
    's pozdravem|děkuji|saygılarımla|teşekkürler|с уважением|спасибо|よろしくお願い(いた)?します|谢谢|감사합니다',
  ].join('|')})[,.!。！]{0,2}$`,
  'iu',
);

function normalised(text: string): string {
  return (
    text
      .normalize('NFC')
      .replace(/\r\n?/g, '\n')
      .replace(/[\u00a0\u2007\u202f]/g, ' ')
      .replace(/[\u00ad\u200b\u200e\u200f\u2060-\u2064\ufeff\ufffc]/g, '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
      .replace(/\[(cid|image|inline image|bild|imagen|immagine)\s?:[^\]\n]{0,200}\]/giu, '')
      .replace(/[ \t]+$/gm, '')
  );
}

function namesUs(text: string, { ours }: ReplyContext): boolean {
  const lower = text.toLowerCase();
  return ours.some((name) => lower.includes(name.toLowerCase()));
}

/** The lines of an email, with what is looked up often. */
type Body = ReplyContext & {
  lines: readonly string[];
  /** For each line, the next one with text; `''` at the end. */
  next: readonly string[];
  /** The last line with the first sentence of our emails; -1 without one. */
  lastOurs: number;
};

function bodyOf(text: string, context: ReplyContext): Body {
  const lines = text.split('\n');
  const next = lines.map(() => '');
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const following = lines[at + 1] ?? '';
    next[at] = following.trim() === '' ? (next[at + 1] ?? '') : following;
  }
  return { ...context, lines, next, lastOurs: lines.findLastIndex(isOurText) };
}

/** Whether a line can be the first of two that introduce a quote, and is not the end of what the sender wrote. */
function isFirstOfTwo({ lines }: Body, at: number): boolean {
  const line = (lines[at] ?? '').trim();
  const before = (lines[at - 1] ?? '').replace(/^[>|\s]+/, '');
  return at > 0 && before === '' && moment.test(line) && !/[.?!:：)]$/.test(line);
}

/** Returns how many lines from `at` can introduce a quote of our email: up to three that end like that, name us, and have a moment. */
function possibleAttribution(body: Body, at: number): number {
  let text = '';
  for (let count = 1; count <= 3; count += 1) {
    const line = (body.lines[at + count - 1] ?? '').replace(/^[>|\s]+/, '');
    if (line === '' || text.length + line.length > 400) return 0;
    text = `${text} ${line}`.trim();
    if (!moment.test(text)) continue;
    const isMarked = quoted.test(body.next[at + count - 1] ?? '');
    const isNamed = namesUs(text, body);
    const ends = attributionEnd.test(text) || (count === 1 && isMarked && isNamed);
    if (ends && (isNamed || isMarked)) return count;
  }
  return 0;
}

/** Returns how many lines from `at` introduce a quote, as "On … EV Jobs <…> wrote:" does; 0 for others. */
function attributionLines(body: Body, at: number): number {
  const count = possibleAttribution(body, at);
  if (count < 2 || isFirstOfTwo(body, at)) return count;
  // The shortest: what stands above it was written by the sender.
  for (let later = at + 1; later < at + count; later += 1) {
    if (possibleAttribution(body, later) > 0) return 0;
  }
  return count;
}

/** Whether the fields of a quoted header begin here: at least three, one of which names us, and one with a moment. */
function isQuotedHeader({ lines, ...context }: Body, at: number): boolean {
  if (!field.test(lines[at] ?? '')) return false;
  const block: string[] = [];
  for (const line of lines.slice(at, at + 12)) {
    if (line.trim() === '' || !(field.test(line) || /^\s/.test(line) || anyAddress.test(line))) break;
    block.push(line);
  }
  return (
    block.filter((line) => field.test(line)).length >= 3 &&
    block.some((line) => namesUs(line, context)) &&
    block.some((line) => moment.test(line))
  );
}

/** Whether a line is the first sentence of our emails about jobs (`mail/noticeEmail.ts`), which every quote of one contains. */
function isOurText(line: string): boolean {
  return /^[>|\s]{0,40}Here.{1,3}s what.{1,3}s new on\b/.test(line);
}

/** Returns the lines without quotes: everything behind an unmarked one, and the marked lines of the others. */
function withoutQuotes(body: Body): string[] {
  const { lines, next, lastOurs } = body;
  const own: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      own.push(line);
      continue;
    }
    const attribution = attributionLines(body, at);
    const last = at + Math.max(0, attribution - 1);
    const isMarked = quoted.test(line) || quoted.test(next[last] ?? '');
    if (attribution > 0 && isMarked) at = last;
    // A sentence of the sender can look the same: what follows is our email, or nothing.
    else if (attribution > 0 && (lastOurs > last || next[last] === '')) break;
    else if (!quoted.test(line)) {
      if (dashedTitle.test(line) || isQuotedHeader(body, at)) break;
      if (isOurText(line)) {
        // Nothing that we know introduced it: our greeting, and what stands above it.
        while (own.length > 0 && /^\s*$|^EV Jobs\b|^(Hi|Hello)\b.*,$|[:：]$/.test(own.at(-1) ?? ''))
          own.pop();
        break;
      }
      own.push(line);
    }
  }
  return own;
}

function withoutEnd(lines: readonly string[], isEnd: (line: string) => boolean): string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1]?.trim() === '' || isEnd(lines[end - 1]?.trim() ?? ''))) end -= 1;
  return lines.slice(0, end);
}

/** Whether a line can be part of a signature: short, and no sentence. */
function isSignatureLike(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= 80 &&
    !/^p\.? ?s\b/i.test(text) &&
    (!/[.?!]$/.test(text) || /\b(inc|ltd|co|corp|llc|gmbh)\.$/i.test(text))
  );
}

/** Returns the lines without a signature: below "-- ", or from a closing or the sender's name on, if only contact details follow. */
function withoutSignature(lines: readonly string[], { senderName }: ReplyContext): string[] {
  const delimiter = lines.findIndex((line, at) => /^--$/.test(line.trim()) && at > 0);
  const above = withoutEnd(
    delimiter > 0 ? lines.slice(0, delimiter) : lines,
    (line) => rule.test(line) || programLine.test(line),
  );
  const names = [senderName, senderName.split(' ')[0] ?? '']
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const isName = (line: string) => names.includes(line.trim().replace(/[,.]$/, '').toLowerCase());
  for (let at = Math.max(1, above.length - 14); at < above.length; at += 1) {
    const line = above[at] ?? '';
    const rest = above.slice(at + 1).filter((each) => each.trim() !== '');
    if (line.trim() === '' || !rest.every(isSignatureLike)) continue;
    const startsByName = isName(line) && (above[at - 1]?.trim() === '' || rest.length === 0);
    const startsByClosing =
      closing.test(line.trim()) &&
      rest.length > 0 &&
      (isName(rest[0] ?? '') || (rest[0] ?? '').trim().split(/\s+/).length <= 3);
    if (startsByName || startsByClosing)
      return withoutEnd(above.slice(0, at), (each) => rule.test(each) || closing.test(each));
  }
  return above;
}

/**
 * Returns what the sender wrote of a reply to one of our emails: without quotes, whoever's program made them, and without a signature.
 * `''` when nothing is left.
 */
export function replyText(text: string, context: ReplyContext): string {
  const body = bodyOf(normalised(text.slice(0, maxLength)), context);
  const own = withoutEnd(withoutQuotes(body), (line) => rule.test(line));
  return withoutSignature(own, context)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
