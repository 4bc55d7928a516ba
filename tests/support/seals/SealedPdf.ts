import { deflateSync } from 'node:zlib';
import { type CmsOptions, signCms, timestamp } from './cms.ts';

export type SignOptions = Partial<CmsOptions> & {
  /** Signs by another program. */
  cms?: (covered: Buffer) => Buffer;
  field?: string;
  isVisible?: boolean;
  certify?: 1 | 2 | 3;
  /** Fields that may not be filled in afterwards. */
  lock?: readonly string[];
  subFilter?: string;
  /** Signs a place that is there already. */
  place?: number;
  /** Writes what the signature covers in another way: of before and after the hole, and the length of the file. */
  range?: (before: number, after: number, length: number) => readonly number[];
  /** Changes what is in the hole. */
  contents?: (cms: Buffer) => Buffer;
  /** Changes what is written for it: its value, its place, the form and the page. */
  written?: (objects: Record<number, string>, value: number) => Record<number, string>;
  withTable?: 'plain' | 'early' | 'stream';
  /** What its trailer says besides. */
  trailer?: string;
  /** Puts its value into an object stream, as no program does. */
  isPacked?: boolean;
};

const holeBytes = 16_000;
const rangeRoom = 60;

function signedBy(covered: Buffer, options: SignOptions): Buffer {
  const { signer } = options;
  if (!signer) throw new Error('Nobody signs.');
  return options.subFilter === 'ETSI.RFC3161'
    ? timestamp(covered, signer, options)
    : signCms(covered, { ...options, signer });
}

/** A small PDF with a form that is saved again and again, as programs do: each way of saving appends to it. */
export class SealedPdf {
  readonly bytes: Buffer;
  readonly objects: ReadonlyMap<number, string>;
  readonly #tableAt: number;
  readonly root: string;

  private constructor(bytes: Buffer, objects: ReadonlyMap<number, string>, tableAt: number, root = '1 0 R') {
    this.bytes = bytes;
    this.objects = objects;
    this.#tableAt = tableAt;
    this.root = root;
  }

  static make(extra: Readonly<Record<number, string>> = {}): SealedPdf {
    const content = 'BT /F1 18 Tf 40 100 Td (Beam B1: W12x26) Tj ET';
    const appearance = '/Tx BMC EMC';
    const objects: Record<number, string> = {
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R >>',
      2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 300 200] >>',
      3: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << /Font << /F1 7 0 R >> >> /Annots [8 0 R] >>',
      4: '<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Resources << /Font << /F1 7 0 R >> >> >>',
      5: '<< /Fields [8 0 R] /DR << /Font << /F1 7 0 R >> >> /DA (/F1 12 Tf) >>',
      6: `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      7: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      8: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Owner) /Rect [20 20 120 40] /P 3 0 R /AP << /N 9 0 R >> >>',
      9: `<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Length ${appearance.length} >>\nstream\n${appearance}\nendstream`,
      10: '<< /Title (Sheet S-101) >>',
      ...extra,
    };
    const start = new SealedPdf(Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), new Map(), -1);
    return start.save(objects);
  }

  get nextNumber(): number {
    return Math.max(0, ...this.objects.keys()) + 1;
  }

  /** Returns an object with something in it replaced. */
  edit(num: number, from: string | RegExp, to: string): string {
    const text = this.objects.get(num) ?? '';
    const edited = text.replace(from, to);
    if (edited === text) throw new Error(`Nothing to replace in object ${num}.`);
    return edited;
  }

  /** Saves objects, new ones or in place of others; null removes one. */
  save(
    changed: Readonly<Record<number, string | null>>,
    {
      table = 'plain',
      root = this.root,
      previous = this.#tableAt,
      trailer = '',
      packed = [],
    }: {
      /** `early`: a plain table that is said to begin at the line end before it, as `@signpdf/placeholder-plain` does. */
      table?: 'plain' | 'early' | 'stream';
      root?: string;
      previous?: number;
      trailer?: string;
      /** Objects that go into an object stream. */
      packed?: readonly number[];
    } = {},
  ): SealedPdf {
    const objects = new Map(this.objects);
    const parts: Buffer[] = [this.bytes];
    let length = this.bytes.length;
    const offsets = new Map<number, number | null>();
    const add = (text: string) => {
      const part = Buffer.from(text, 'latin1');
      parts.push(part);
      length += part.length;
    };
    for (const [key, text] of Object.entries(changed)) {
      const num = Number(key);
      if (text === null) objects.delete(num);
      else objects.set(num, text);
      if (packed.includes(num)) continue;
      offsets.set(num, text === null ? null : length);
      if (text !== null) add(`${num} 0 obj\n${text}\nendobj\n`);
    }
    const holder = Math.max(...objects.keys(), 10) + 1;
    if (packed.length > 0) {
      const texts = packed.map((num) => `${objects.get(num)}\n`);
      const places = texts.map((_, at) => texts.slice(0, at).join('').length);
      const head = `${packed.map((num, at) => `${num} ${places[at]}`).join(' ')} `;
      const body = head + texts.join('');
      offsets.set(holder, length);
      objects.set(holder, '');
      add(
        `${holder} 0 obj\n<< /Type /ObjStm /N ${packed.length} /First ${head.length} /Length ${body.length} >>\nstream\n${body}\nendstream\nendobj\n`,
      );
    }
    const size = Math.max(...objects.keys(), ...offsets.keys(), 10) + (table === 'stream' ? 2 : 1);
    const end = `/Root ${root} /Info 10 0 R ${previous < 0 ? '' : `/Prev ${previous}`} ${trailer}`;
    const tableAt = length;
    if (table !== 'stream') {
      add(table === 'early' ? '\nxref\n' : 'xref\n');
      if (previous < 0) add('0 1\n0000000000 65535 f \n');
      const numbers = [...offsets.keys()].toSorted((a, b) => a - b);
      for (const num of numbers) {
        if (!offsets.has(num - 1)) {
          let count = 1;
          while (offsets.has(num + count)) count += 1;
          add(`${num} ${count}\n`);
        }
        const offset = offsets.get(num) ?? null;
        add(offset === null ? '0000000000 00001 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`);
      }
      add(`trailer\n<< /Size ${size} ${end} >>\n`);
    } else {
      const num = size - 1;
      const all: [num: number, kind: number, a: number, b: number][] = [
        ...[...offsets].map(
          ([own, offset]) =>
            [own, offset === null ? 0 : 1, offset ?? 0, 0] as [number, number, number, number],
        ),
        ...packed.map((own, at) => [own, 2, holder, at] as [number, number, number, number]),
        [num, 1, length, 0],
      ];
      const rows = Buffer.concat(
        all.map(([, kind, a, b]) => {
          const row = Buffer.alloc(7);
          row[0] = kind;
          row.writeUInt32BE(a, 1);
          row.writeUInt16BE(b, 5);
          return row;
        }),
      );
      const packedRows = deflateSync(rows).toString('latin1');
      const index = all.map(([own]) => `${own} 1`).join(' ');
      add(
        `${num} 0 obj\n<< /Type /XRef /Size ${size} /W [1 4 2] /Index [${index}] /Filter /FlateDecode /Length ${packedRows.length} ${end} >>\nstream\n${packedRows}\nendstream\nendobj\n`,
      );
      objects.set(num, '');
    }
    add(`startxref\n${tableAt}\n%%EOF\n`);
    return new SealedPdf(Buffer.concat(parts), objects, tableAt, root);
  }

  /** The objects that a signature needs, with room for it. */
  #placed(options: SignOptions) {
    const {
      field = 'Seal',
      isVisible = false,
      certify,
      lock,
      place,
      subFilter = 'adbe.pkcs7.detached',
    } = options;
    const value = this.nextNumber;
    const widget = place ?? value + 1;
    const references = [
      ...(certify
        ? [
            `<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P ${certify} /V /1.2 >> >>`,
          ]
        : []),
      ...(lock
        ? [
            `<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /Action /Include /Fields [${lock.map((name) => `(${name})`).join(' ')}] /V /1.2 >> >>`,
          ]
        : []),
    ];
    const type = subFilter === 'ETSI.RFC3161' ? 'DocTimeStamp' : 'Sig';
    const hole = `<${'0'.repeat(holeBytes * 2)}>`;
    const objects: Record<number, string> = {
      [value]:
        `<< /Type /${type} /Filter /Adobe.PPKLite /SubFilter /${subFilter} /Reference [${references.join(' ')}] /ByteRange [${' '.repeat(rangeRoom)}] /Contents ${hole} >>`.replace(
          '/Reference [] ',
          '',
        ),
    };
    const rect = isVisible ? '[150 20 280 60]' : '[0 0 0 0]';
    if (place) objects[place] = this.edit(place, / >>$/, ` /V ${value} 0 R >>`);
    else {
      const look = isVisible ? '/AP << /N 9 0 R >>' : '';
      objects[widget] =
        `<< /Type /Annot /Subtype /Widget /FT /Sig /T (${field}) /F 132 /Rect ${rect} /P 3 0 R /V ${value} 0 R ${look} >>`;
      objects[5] = this.edit(5, /\/Fields \[(.*?)\]/, `/Fields [$1 ${widget} 0 R]`).replace(
        /( \/SigFlags 3)? >>$/,
        ' /SigFlags 3 >>',
      );
      objects[3] = this.edit(3, /\/Annots \[(.*?)\]/, `/Annots [$1 ${widget} 0 R]`);
    }
    if (certify) objects[1] = this.edit(1, / >>$/, ` /Perms << /DocMDP ${value} 0 R >> >>`);
    return { objects: options.written?.(objects, value) ?? objects, hole };
  }

  sign(options: SignOptions): SealedPdf {
    const { objects, hole } = this.#placed(options);
    const saved = this.save(
      objects,
      options.isPacked
        ? { table: 'stream', packed: [this.nextNumber] }
        : { table: options.withTable ?? 'plain', trailer: options.trailer ?? '' },
    );
    const bytes = Buffer.from(saved.bytes);
    const before = bytes.lastIndexOf(hole);
    const after = before + hole.length;
    const range = options.range?.(before, after, bytes.length) ?? [0, before, after, bytes.length - after];
    const rangeAt = bytes.lastIndexOf('/ByteRange [', before) + '/ByteRange ['.length;
    bytes.write(range.join(' ').padEnd(rangeRoom), rangeAt, 'latin1');
    const [first = 0, count = 0, second = 0, rest = 0] = range;
    const covered = Buffer.concat([
      bytes.subarray(first, first + count),
      bytes.subarray(second, second + rest),
    ]);
    const cms = options.cms?.(covered) ?? signedBy(covered, options);
    bytes.write((options.contents?.(cms) ?? cms).toString('hex'), before + 1, 'latin1');
    return new SealedPdf(bytes, saved.objects, saved.#tableAt, saved.root);
  }

  /** The bytes with some of them replaced by as many others. */
  replaced(from: string, to: string): Buffer {
    const bytes = Buffer.from(this.bytes);
    const at = bytes.indexOf(from, 0, 'latin1');
    if (at < 0 || from.length !== to.length) throw new Error(`Cannot replace ${from}.`);
    bytes.write(to, at, 'latin1');
    return bytes;
  }
}
