import { Doubt } from '../Doubt.ts';
import type { PdfFile } from './PdfFile.ts';
import { Reader } from './Reader.ts';
import { type Entry, readObject } from './table.ts';

/**
 * Checks that what stands after a signed part is what saving again appends, and nothing else: objects that the new tables name, and
 * these tables, one after the other. What another program could find there by searching is a doubt.
 */
export async function checkAdditions(signed: PdfFile, file: PdfFile): Promise<void> {
  const own = signed.sections[0];
  const at = file.sections.findIndex(({ start }) => start === own?.start);
  if (at < 1) throw new Doubt('loose-bytes');
  const spans: { start: number; end: number }[] = [];
  const added = file.sections.slice(0, at);
  for (const { start, end, entries, trailer, own, beside } of added) {
    if (start < signed.end || (trailer.has('XRefStm') && !beside)) throw new Doubt('unknown-change');
    // Programs differ in which of two tables beside each other counts: both say the same, or the other one what was signed.
    for (const [num, entry] of beside ?? []) {
      const isFormer = () => !added.some((one) => one.own.has(num)) && isSameEntry(entry, signed.entry(num));
      const named = own.get(num);
      if (!(named ? isSameEntry(entry, named) : isFormer())) throw new Doubt('unknown-change');
    }
    const reader = new Reader(file.bytes, end, file.end);
    reader.expect('startxref');
    if (reader.integer() !== start) throw new Doubt('damaged');
    spans.push({ start, end: reader.at });
    const offsets = [...entries.values()].flatMap((entry) => (entry.kind === 'at' ? [entry.offset] : []));
    for (const offset of new Set(offsets)) {
      if (offset < signed.end || offset === start) continue;
      const found = await readObject(file.bytes, offset, file.end, (length) => file.resolve(length));
      spans.push({ start: offset, end: found.end });
    }
  }
  spans.sort((a, b) => a.start - b.start);
  let known = signed.end;
  for (const { start, end } of spans) {
    checkBlank(file, known, start);
    known = end;
  }
  checkBlank(file, known, file.end);
}

function isSameEntry(one: Entry, other: Entry): boolean {
  if (one.kind === 'at') return other.kind === 'at' && one.offset === other.offset && one.gen === other.gen;
  if (one.kind === 'in')
    return other.kind === 'in' && one.stream === other.stream && one.index === other.index;
  return other.kind === 'free';
}

function checkBlank(file: PdfFile, from: number, to: number): void {
  if (from > to) throw new Doubt('loose-bytes');
  const reader = new Reader(file.bytes, from, to);
  reader.skip();
  if (reader.at < to) throw new Doubt('loose-bytes');
}
