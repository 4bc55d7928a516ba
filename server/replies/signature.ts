import type { ReplyContext } from './quoteStart.ts';

/** A line of nothing but dashes, underscores or equal signs. */
export const rule = /^[-_=*—–]{5,}$/;

/** How lines begin, or end, that phones and programs add below a message. */
const sentBy = new RegExp(
  `^[(<*_]{0,2}(${[
    'sent (from|with|via|using|by)|from my|this (e-?mail|message) was sent|get ',
    'von mein|vom |gesendet|verschickt|verfasst|diese nachricht wurde|outlook (für|voor|for) |holen sie sich',
    'envoyé|télécharge|obten|obter |enviad|inviat|scaricat|ottieni|trimis',
    'verstuurd|verzonden|gestuurd|download |skicka|hämta |sendt |hent |få |lähetetty|hanki ',
    'wysłan|pobierz |odeslá|odoslan|отправлено|надіслано|poslano|elküldve|发自|發自|從我|从我|获取|나의|내 ',
  ].join('|')})|(gönderildi|から送信|のメール|보냄|を入手)`,
  'iu',
);
/** Programs and devices that name themselves in such lines; "mail" alone is also what a carrier brings. */
const device = new RegExp(
  [
    '\\b(iphone|ipad|ipod|android|samsung|galaxy|pixel|oneplus|xiaomi|redmi|huawei|nokia|htc|sony|motorola|blackberry',
    'windows|macbook|tablet|handheld|smart ?phone|mobile|(mobil|i)?phone|my cell|handy|mobilgerät|mobiltelefon',
    'téléphone|móvil|celular|telefon\\w*|telemóvel|puhelim\\w*|ti-85|verizon|t-mobile|at&t',
    'outlook|gmail|thunderbird|em client|mailbird|superhuman|missive|airmail|tutanota',
    '[a-z9.-]+ ?mail (app|for|für|pour|para|per|voor)',
    '(proton|yahoo!?|zoho|aol|gmx|web\\.de|t-online|icloud|tuta|k-9)( ?-?mail)?|(fast|blue|apple|edison|ion) ?mail)(?![\\p{L}])',
    '(от|из|с) (mail|почты|почта)|почт|телефон|邮箱|手机|iphone',
  ].join('|'),
  'iu',
);
/** Programs whose names are common words, which stand alone in such a line. */
const namedProgram =
  /^sent (from|with|via|using) (front|nine|hey|spark|boxer|mailbox|newton|evolution|canary|spike|zoho workspace)( mail)?( for \w+)?\.?$/i;
const fromMailProgram =
  /^[(<]{0,2}(sent from|gesendet (von|mit)|enviado (desde|do)|envoyé (de|depuis)|inviato da|verzonden vanuit) \[?(mail|courrier|correo|posta|post|e-?mail)\b/iu;

/** Whether a line is one that a phone or a program adds, and not a sentence about what was sent. */
function isProgramLine(line: string): boolean {
  if (line.length > 160 || /\d{6}/.test(line.replace(/[<(]?https?:\S+/g, ''))) return false;
  if (
    /\breacted via gmail\b/i.test(line) ||
    /^sent (from|with|via|using) .{2,40}<https?:\S+>\.?$/i.test(line)
  )
    return true;
  if (/[,;]/.test(line) && !/excuse|brevity|typo|entschuldig|kürze/i.test(line)) return false;
  return (sentBy.test(line) && device.test(line)) || fromMailProgram.test(line) || namedProgram.test(line);
}

/** Closings above a name. */
const closing = new RegExp(
  `^(${[
    '(best|kind|kindest|warm|warmest|many)? ?(regards|wishes)',
    'best|cheers|sincerely( yours)?|yours (sincerely|faithfully|truly)|all the best|respectfully|take care|br',
    '(mit )?(freundlichen?|besten?|herzlichen?|lieben?|viele[nr]?|schöne[nr]?) (grüßen?|gruß|gruss|grüssen?|grüsse)( aus .{2,20})?|mfg|lg|vg',
    '(bien )?cordialement|salutations( distinguées)?|bien à vous',
    'saludos( cordiales)?|un saludo|atentamente',
    '(cordiali|distinti) saluti|saluti|cordialmente',
    'atenciosamente|cumprimentos|(com os )?melhores cumprimentos|abraço',
    'met vriendelijke groet(en)?|vriendelijke groet(en)?|groet(en|jes)?|mvg',
    'pozdrawiam|z poważaniem',
    '(med )?(vänliga|bästa|vennlig|venlig|mange|hjärtliga) ?(hälsningar|hilsen|hilsner)|mvh|hälsningar|hilsen',
    'ystävällisin terveisin|terveisin',
    's pozdravem|saygılarımla|с уважением',
  ].join('|')})[,.!]{0,2}$`,
  'iu',
);
/** Thanks: a closing above the sender's own name, and a sentence above anything else. */
const thanks = new RegExp(
  `^(${[
    '(many |kind |best |warm |warmest |kindest )?(thanks|thank you)( (so|very) much| in advance| again)?( and (best |kind )?regards)?',
    "(vielen |besten )?dank( und .*gr(ü|u)(ß|ss)e?)?|danke( und .*gr(ü|u)(ß|ss)e?)?|merci( d’avance| d'avance)?|gracias|grazie|obrigad[oa]|bedankt|dziękuję|tack|tak|takk|kiitos|děkuji|teşekkürler",
    'спасибо|よろしくお願い(いた)?します|谢谢|감사합니다',
  ].join('|')})[,.!。！]{0,2}$`,
  'iu',
);

const contact = /\d[\d ()./-]{5,}\d|@|www\.|https?:|\b(inc|ltd|llc|corp|gmbh|s\.?a\.?|b\.?v\.?|ag|pty)\b/i;
const nameLike =
  /^[^\p{L}\d]{0,2}((\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|v[ao]n|de[rnl]?|da|di|la|le)( +((\p{Lu}|\p{Lo})[\p{L}\p{M}'’.-]*|v[ao]n|de[rnl]?|da|di|la|le)){0,3}[,.]?$/u;

/** Whether a line can be part of a signature: short, and no sentence. */
function isSignatureLike(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= 80 &&
    !/^p\.? ?s\b/i.test(text) &&
    (!/[.?!]$/.test(text) || /\b(inc|ltd|co|corp|llc|gmbh)\.$/i.test(text))
  );
}

export function withoutEnd(lines: readonly string[], isEnd: (line: string) => boolean): string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1]?.trim() === '' || isEnd(lines[end - 1]?.trim() ?? ''))) end -= 1;
  return lines.slice(0, end);
}

function withText(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== '');
}

/** Whether lines below a name or a closing are details of a person: contacts, or a few lines without a gap. */
function areDetails(lines: readonly string[]): boolean {
  const some = withText(lines);
  if (!some.every(isSignatureLike)) return false;
  const hasGap = withoutEnd(lines, () => false).some((line) => line.trim() === '');
  return some.some((line) => contact.test(line)) || (some.length <= 3 && !hasGap);
}

/**
 * Returns the lines without a signature: below "-- ", what a phone added, or from a closing or the sender's name on, if only details of a
 * person follow.
 */
export function withoutSignature(lines: readonly string[], { senderNames }: ReplyContext): string[] {
  const names = new Set(
    senderNames
      .flatMap((name) => [name, ...name.split(/[\s,]+/).slice(0, 1)])
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  );
  const isName = (line: string) =>
    names.has(
      line
        .trim()
        .replace(/^[-–—~/ ]+|[,.]$/g, '')
        .toLowerCase(),
    );
  const isDelimiter = (line: string, at: number) => {
    if (at === 0 || !/^(--|—|–)$/.test(line.trim())) return false;
    if (line === '-- ') return true;
    if (at < lines.length - 40) return false;
    const below = lines.slice(at + 1);
    // Two dashes without the space are also what people type between two parts.
    const some = withText(below);
    return (
      some.length <= 15 &&
      some.every(isSignatureLike) &&
      some.some((each) => isName(each) || contact.test(each))
    );
  };
  const delimiter = lines.findIndex(isDelimiter);
  const above = withoutEnd(
    delimiter > 0 ? lines.slice(0, delimiter) : lines,
    (line) => rule.test(line) || /^--$/.test(line) || isProgramLine(line),
  );
  for (let at = Math.max(1, above.length - 14); at < above.length; at += 1) {
    const line = above[at] ?? '';
    if (line.trim() === '') continue;
    const below = above.slice(at + 1);
    const [first = ''] = withText(below);
    const startsByName = isName(line) && (above[at - 1]?.trim() === '' || first === '') && areDetails(below);
    const startsByClosing =
      first !== '' &&
      (closing.test(line.trim())
        ? isName(first) || nameLike.test(first.trim())
        : thanks.test(line.trim()) && isName(first)) &&
      areDetails(withoutStart(below));
    if (startsByName || startsByClosing) {
      const text = above.slice(0, at);
      const isEnd = (each: string) => rule.test(each) || closing.test(each) || thanks.test(each);
      const cut = withoutEnd(text, isEnd);
      // Thanks can be all that somebody writes.
      return cut.length > 0 ? cut : text;
    }
  }
  const open = withoutEnd(above, (line) => closing.test(line));
  return open.length > 0 ? open : above;
}

/** Returns lines without the empty ones at their beginning. */
function withoutStart(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  return lines.slice(Math.max(0, first));
}
