import { type AppFile, hashesIn, putHashes, withoutHash } from '../../src/contract/appFiles.ts';

/** Shorter matches are looked for only where the one before goes on. */
const keyBytes = 12;
const tableBits = 20;
/** Places with the same key that are compared, the nearest of the beginning first. */
const maxPlaces = 64;
/** About what a step costs, compressed: one that goes on where it would, one that goes on at once, and any other. */
const stepCosts = [3, 4, 8] as const;

/** Appends a number, seven bits to a byte, the lowest first. */
function put(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function filesOf(bundle: Buffer): AppFile[] {
  return JSON.parse(bundle.toString('utf8', 0, bundle.indexOf(10))) as AppFile[];
}

/** Returns each name without its hash, where only one file has it, with its hash. */
function hashesByName(bundle: Buffer): Map<string, string> {
  const hashes = new Map<string, string>();
  const twice = new Set<string>();
  for (const [path] of filesOf(bundle)) {
    const [hash] = hashesIn(path);
    const name = withoutHash(path);
    if (hashes.has(name)) twice.add(name);
    if (hash !== undefined) hashes.set(name, hash);
  }
  for (const name of twice) hashes.delete(name);
  return hashes;
}

/** Returns the hash that each name of the earlier bundle has in the later one, in the order of their first places; empty for the same. */
function laterHashes(text: string, before: Buffer, after: Buffer): string[] {
  const now = hashesByName(after);
  const later = new Map<string, string>();
  for (const [name, hash] of hashesByName(before)) {
    const other = now.get(name);
    if (other !== undefined && other !== hash) later.set(hash, other);
  }
  return hashesIn(text).map((hash) => later.get(hash) ?? '');
}

/** Finds places in bytes that have the same beginning as others. */
function openIndex(bytes: Buffer) {
  const first = new Int32Array(2 ** tableBits).fill(-1);
  const next = new Int32Array(bytes.length).fill(-1);
  const keyOf = (of: Buffer, at: number) => {
    let key = 0;
    for (let index = at; index < at + keyBytes; index += 1)
      key = (Math.imul(key, 0x9e3779b1) + (of[index] as number)) | 0;
    return (key ^ (key >>> 15)) & (2 ** tableBits - 1);
  };
  for (let at = bytes.length - keyBytes; at >= 0; at -= 1) {
    const key = keyOf(bytes, at);
    next[at] = first[key] as number;
    first[key] = at;
  }
  return (of: Buffer, at: number): number[] => {
    const places: number[] = [];
    if (at + keyBytes > of.length) return places;
    for (let place = first[keyOf(of, at)] as number; place >= 0; place = next[place] as number) {
      if (places.push(place) === maxPlaces) break;
    }
    return places;
  };
}

/**
 * Writes what makes the later bundle from the earlier one: the size of the later, the hashes that names have in it (their places are
 * those of the earlier bundle, where they replace the old ones first), then steps, then the bytes that no step copies. A step says
 * how many of those bytes come next, how far from where it would go on the earlier bundle goes on, and how many bytes are copied from it.
 *
 * Bytes are not searched for twice, and no file has a difference of its own: what moves to another file is copied too. Dictionaries of
 * the browser (RFC 9842) do the same for one file at a time, in Chromium only, and know nothing of names.
 */
export function differenceOf(before: Buffer, after: Buffer): Buffer {
  const text = before.toString('latin1');
  const hashes = laterHashes(text, before, after);
  const source = Buffer.from(before);
  putHashes(source, text, new Map(hashesIn(text).map((hash, index) => [hash, hashes[index] ?? ''])));
  const placesOf = openIndex(source);
  const steps: number[] = [];
  const fresh: number[] = [];

  /** Where the next step would begin: in the earlier bundle, and in the later. */
  let from = 0;
  let done = 0;

  function step(start: number, source: number, copied: number): void {
    put(steps, start - done);
    for (let index = done; index < start; index += 1) fresh.push(after[index] as number);
    const moved = source - (from + start - done);
    put(steps, moved < 0 ? -2 * moved - 1 : 2 * moved);
    put(steps, copied);
    from = source + copied;
    done = start + copied;
  }

  function matching(place: number, at: number): number {
    let length = 0;
    while (
      place + length < source.length &&
      at + length < after.length &&
      source[place + length] === after[at + length]
    )
      length += 1;
    return length;
  }

  function bestMatch(at: number): { place: number; length: number } {
    const best = { place: -1, length: 0, gain: 0 };
    const goesOn = from + at - done;
    for (const place of [goesOn, from, ...placesOf(after, at)]) {
      if (place < 0 || place >= source.length) continue;
      const length = matching(place, at);
      const gain = length - stepCosts[place === goesOn ? 0 : place === from ? 1 : 2];
      if (gain > best.gain) Object.assign(best, { place, length, gain });
    }
    return best;
  }

  for (let at = 0; at < after.length; at = Math.max(at, done)) {
    const { place, length } = bestMatch(at);
    if (length === 0) {
      at += 1;
      continue;
    }
    let earlier = 0;
    while (at - earlier > done && place > earlier && source[place - earlier - 1] === after[at - earlier - 1])
      earlier += 1;
    step(at - earlier, place - earlier, length + earlier);
  }
  if (done < after.length) step(after.length, from + after.length - done, 0);

  const head: number[] = [];
  const table = Buffer.from(hashes.join(','));
  for (const value of [after.length, table.length, steps.length]) put(head, value);
  return Buffer.concat([Buffer.from(head), table, Buffer.from(steps), Buffer.from(fresh)]);
}
