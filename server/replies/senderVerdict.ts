/** Whether a mail server vouches for the domain in From: `none` where it says nothing of it, `unchecked` where no header of it is there. */
export type SenderVerdict = 'pass' | 'fail' | 'none' | 'unchecked';

/** In place of a name: of a mail server whose results begin without one, as those of Exchange Online. */
export const unnamedServer = 'unnamed';

type Result = { method: string; result: string; properties: Map<string, string> };

/** What is quoted, as the name in an address may be, which its sender chose; or a sign. */
const pieces = /"(?:\\.|[^"\\])*"|[\s\S]/g;
/** A word, with what is quoted in it. */
const words = /(?:"(?:\\.|[^"\\])*"|[^\s"])+/g;

/**
 * Splits a header at its semicolons, without its comments in parentheses, which may be nested. What is quoted is neither. A comment or a
 * quote without an end counts as a failure: it may hide one.
 */
function splitHeader(value: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of value.matchAll(pieces)) {
    if (piece === '"') return [...parts, 'dmarc=fail'];
    if (piece === '(') depth += 1;
    else if (piece === ')' && depth > 0) depth -= 1;
    else if (depth === 0 && piece === ';') parts.push('');
    else if (depth === 0) parts.push(parts.pop() + piece);
  }
  return depth > 0 ? [...parts, 'dmarc=fail'] : parts;
}

function resultOf(part: string): Result | null {
  const [first = '', ...rest] = part.match(words) ?? [];
  const [, method, result] = /^([a-z0-9-]+)(?:\/\d+)?=([a-z]+)$/i.exec(first) ?? [];
  if (!method || !result) return null;
  const pairs = rest.flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at > 0
      ? [
          [
            pair.slice(0, at).toLowerCase(),
            pair
              .slice(at + 1)
              // Some write the address in From as it stands there: Zoho where it seals what its own users send.
              .replaceAll(/["<>]/g, '')
              .toLowerCase(),
          ],
        ]
      : [];
  });
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties: new Map(pairs) };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Whether one domain is the other or below it, which is what providers call relaxed alignment. */
function isAligned(one: string, other: string): boolean {
  return one !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`));
}

/** Returns the domain that a result vouches for. */
function vouchedDomain({ method, properties }: Result): string {
  const given =
    method === 'dkim'
      ? (properties.get('header.d') ?? properties.get('header.i') ?? '')
      : (properties.get('smtp.mailfrom') ?? '');
  return domainOf(given);
}

/** Returns the results of the topmost header of our provider. Without a name, only the very first header can be its own. */
function partsOf(headers: readonly string[], trusted: string): string[] | undefined {
  const all = headers.map(splitHeader);
  if (trusted === unnamedServer) return all.slice(0, 1).find(([first = '']) => resultOf(first) !== null);
  return all.find(([id = '']) => id.trim().split(/\s+/)[0]?.toLowerCase() === trusted)?.slice(1);
}

/**
 * Reads what our provider's mail server found about the sender of an email (RFC 8601). Only the topmost of its headers counts: below it,
 * the sender may have written one.
 *
 * @param headers the values of `Authentication-Results`, the topmost first
 * @param trusted the provider's name in that header; `unnamedServer` when it writes none, `''` when none is trusted
 * @param from the address in From
 */
export function senderVerdict(headers: readonly string[], trusted: string, from: string): SenderVerdict {
  if (trusted === '') return 'unchecked';
  const own = partsOf(headers, trusted.toLowerCase());
  if (!own) return 'unchecked';
  const results = own.flatMap((part) => resultOf(part) ?? []);
  const dmarc = results.find(({ method }) => method === 'dmarc');
  // The server may read another address in a From that is none.
  const judged = dmarc?.properties.get('header.from');
  if (judged !== undefined && !isAligned(domainOf(judged), domainOf(from))) return 'fail';
  if (dmarc?.result === 'pass' || dmarc?.result === 'fail') return dmarc.result;
  const checks = results.filter(({ method }) => method === 'dkim' || method === 'spf');
  const passed = checks.filter(({ result }) => result === 'pass');
  if (passed.some((check) => isAligned(vouchedDomain(check), domainOf(from)))) return 'pass';
  // What vouches for another domain only is how an address is forged.
  if (passed.length > 0 || checks.some(({ result }) => /^(fail|softfail|policy|permerror)$/.test(result)))
    return 'fail';
  return 'none';
}
