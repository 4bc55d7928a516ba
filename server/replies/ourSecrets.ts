/** What stands between two characters of a link that a mail program has wrapped: a line break, and the marks of a quote. */
const wrap = String.raw`(?:=?[ \t]*\n[>|\s]*)?`;

/** A character as it is, or as programs that rewrite links encode it: percent-encoded once or more, in HTML, or as Proofpoint does. */
const encoded = (plain: string, hex: string) =>
  `(?:${plain}|%(?:25)*${hex}|[-*=]${hex}|&#x?0*(?:${hex}|\\d\\d);)`;
const [slash, plus, equals] = [encoded('[/_]', '2F'), encoded('[+]', '2B'), encoded('=', '3D')];

const wrapped = (text: string) => [...text].join(wrap);
const path = (...names: string[]) => names.map((name) => `${name}${wrap}${slash}${wrap}`).join('');

/** Where a secret begins: the paths and parameters of our links that have one. */
const beginning = [
  path(wrapped('api'), wrapped('mail'), `(?:un|re)${wrap}${wrapped('subscribe')}`),
  path(wrapped('api'), wrapped('calendar')),
  `(?:${wrapped('invitation')}|${wrapped('oobCode')})${wrap}${equals}${wrap}`,
].join('|');

const letter = String.raw`(?:[-*](?:2D|5F)|%(?:25)*(?:2D|5F)|[\w-])`;
/** A secret of 32 bytes, also over several lines; or what one line has of a shorter one. */
const secret = String.raw`(?:${letter}(?:${wrap}${letter}){42}[\w%*-]*|[\w%*-]{8,})`;
const inLink = new RegExp(`(${beginning})${secret}`, 'gi');

const hex = `[0-9a-f](?:${wrap}[0-9a-f]){39}`;
/** The token of an address for replies: behind a plus, or directly before the @. */
const inAddress = new RegExp(
  `(${plus}${wrap})${hex}(?![0-9a-f])|(\\b|[-=])${hex}(?=${wrap}${encoded('@', '40')})`,
  'gi',
);

/** A link in base64, as a parameter of the link of a program that rewrites links. */
const inBase64 = /([?&;]\w{1,8}=)([\w-]{40,})/g;
/** A link that says what it does but not where it leads: programs that check links replace them by their own. */
const named =
  /(\bunsubscribe\b[\s>|:*]{0,20}[<[(]?\s?https?:\/\/[^\s/<>]{1,200}\/)([^\s<>]{1,2000}(?:\n[>|\s]{0,12}[^\s<>]{1,300}(?=>))?)/gi;

/** What a secret is replaced by. */
const gone = '…';

/**
 * Returns a text of an email without the secrets that our own emails brought its sender: tokens of links and of addresses for replies. Only
 * these are replaced, whoever wrapped, encoded or rewrote the link around them.
 *
 * @param text from `cleanText`
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(inLink, `$1${gone}`)
    .replace(inAddress, (_, before = '', above = '') => `${before}${above}${gone}`)
    .replace(inBase64, (given, name: string, value: string) => {
      const link = Buffer.from(value, 'base64url').toString('latin1');
      return withoutSecrets(link) === link ? given : `${name}${gone}`;
    })
    .replace(named, (given, before: string, rest: string) =>
      rest.includes(gone) ? given : `${before}${gone}`,
    );
}
