/** Writes ASN.1 as DER, for the few structures of signatures: independent of what reads them. */
export function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) length.unshift(rest & 255);
  const head = body.length < 128 ? [body.length] : [0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

export const seq = (...parts: readonly Uint8Array[]) => tlv(0x30, ...parts);
export const octets = (bytes: Uint8Array) => tlv(4, bytes);
export const bits = (bytes: Uint8Array, unused = 0) => tlv(3, Buffer.from([unused]), bytes);
export const utf8 = (text: string) => tlv(12, Buffer.from(text));
export const printable = (text: string) => tlv(19, Buffer.from(text));
export const bool = (value: boolean) => tlv(1, Buffer.from([value ? 255 : 0]));
export const nothing = tlv(5);
/** A part with a tag of its own: around the others, or in place of theirs. */
export const tagged = (tag: number, ...parts: readonly Uint8Array[]) => tlv(0xa0 | tag, ...parts);
export const plainTagged = (tag: number, bytes: Uint8Array) => tlv(0x80 | tag, bytes);

/** A set, in the order that DER asks for. */
export const set = (...parts: readonly Uint8Array[]) =>
  tlv(0x31, ...parts.toSorted((a, b) => Buffer.compare(a, b)));

export function int(value: number | Uint8Array): Buffer {
  const hex = typeof value === 'number' ? value.toString(16) : Buffer.from(value).toString('hex');
  const short = hex.replace(/^0+(?=.)/, '');
  const bytes = Buffer.from(short.padStart(2 * Math.ceil(short.length / 2), '0'), 'hex');
  return tlv(2, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((value) => {
    const found = [value & 127];
    for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
      found.unshift(128 | (left & 127));
    return found;
  });
  return tlv(6, Buffer.from(bytes));
}

const digits = (time: number) => new Date(time).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '');
export const time = (at: number) => tlv(24, Buffer.from(digits(at)));
/** A time of a certificate: with two digits of the year up to 2049. */
export const shortTime = (at: number) =>
  at < Date.UTC(2050, 0) ? tlv(23, Buffer.from(digits(at).slice(2))) : time(at);
