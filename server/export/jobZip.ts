import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import { beginningOf, givenFileName } from '../../src/contract/files/fileNames.ts';
import type { Attachment, Deliverable } from '../../src/contract/jobs/jobDetails.ts';
import { asOneLine } from '../../src/contract/lines.ts';
import { escapeFormula } from '../../src/contract/spreadsheet.ts';

export type ZipEntry = Pick<
  Attachment,
  'key' | 'fileName' | 'size' | 'createdTimestamp' | 'taken' | 'place'
> & {
  /** Folder in the archive; at its root when absent. */
  folder?: string;
};

/** Returns the files of deliverables in a folder of their own, those that do not count any more in subfolders. */
export function resultEntries(deliverables: readonly Deliverable[]): ZipEntry[] {
  const entries = deliverables.flatMap(({ file, report, superseded, withdrawn }) => {
    const past = withdrawn ? '/withdrawn' : superseded ? '/superseded' : '';
    return [file ?? [], report ?? []].flat().map((one) => ({ ...one, folder: `deliverables${past}` }));
  });
  // Several deliverables share a report.
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

const conversationFileName = 'conversation.txt';
const photosFileName = 'photos.csv';

// Names are sanitized when files are stored; this protects against path traversal in case one was not.
function entryName(fileName: string): string {
  const plain = asOneLine(givenFileName(fileName))
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^\.+/, '');
  return plain || 'file';
}

/** Bytes of the longest name that file systems take: 85 letters of Chinese. */
const longestName = 255;

/** Returns a file's name with a text before its ending, as long as it may be. */
function nameWith(name: string, number = ''): string {
  const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
  const ending = number + name.slice(dot);
  let stem = name.slice(0, dot);
  while (stem.length > 1 && Buffer.byteLength(stem + ending) > longestName)
    stem = beginningOf(stem, stem.length - 1);
  return stem + ending;
}

/**
 * Returns a unique archive name for each attachment key: a second `plan.pdf` becomes `plan (2).pdf`. Case is ignored, as on
 * Windows.
 */
export function archiveNames(files: readonly ZipEntry[]): Map<string, string> {
  const taken = new Set([conversationFileName, photosFileName]);
  /** The next number of each name, so that many files of one name are not each tried from 2. */
  const numbers = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { key, fileName, folder } of files) {
    const name = entryName(fileName);
    const place = folder === undefined ? '' : `${folder}/`;
    const first = place + nameWith(name);
    let unique = first;
    let count = numbers.get(first.toLowerCase()) ?? 2;
    for (; taken.has(unique.toLowerCase()); count++) unique = place + nameWith(name, ` (${count})`);
    numbers.set(first.toLowerCase(), count);
    taken.add(unique.toLowerCase());
    names.set(key, unique);
  }
  return names;
}

/** Returns when and where the photos were taken, as CSV. */
function photosCsv(photos: readonly ZipEntry[], names: ReadonlyMap<string, string>): string {
  const lines = photos.map(({ key, taken = '', place }) => [
    escapeFormula(names.get(key) ?? key),
    taken,
    place?.latitude ?? '',
    place?.longitude ?? '',
  ]);
  return stringify([['File', 'Taken', 'Latitude', 'Longitude'], ...lines], {
    ...{ bom: true, record_delimiter: 'windows' },
  });
}

type Opener = (done: (error: unknown, stream: NodeJS.ReadableStream) => void) => void;

/**
 * Streams a job's files and conversation as one ZIP. Opens one file at a time, so memory stays flat. A file that cannot be read
 * breaks the download, so that an incomplete archive never looks complete.
 *
 * @param names from `archiveNames`
 */
export function jobZip(
  files: readonly ZipEntry[],
  names: ReadonlyMap<string, string>,
  open: (key: string) => Promise<Readable>,
  conversation: AsyncIterable<string>,
): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  out.on('close', () => current?.destroy());
  zip.on('error', (error) => out.destroy(error));

  function lazily(make: () => Promise<Readable>): Opener {
    return (done) => {
      make().then(
        (stream) => {
          current = stream;
          stream.on('error', (error) => out.destroy(error));
          if (out.destroyed) stream.destroy();
          else done(null, stream);
        },
        (error) => out.destroy(error),
      );
    };
  }

  for (const { key, createdTimestamp, size } of files) {
    // PDF, ZIP, PNG and JPEG are compressed already.
    const options = { compress: false, mtime: new Date(createdTimestamp * 1000), size };
    const name = names.get(key) ?? key;
    zip.addReadStreamLazy(
      name,
      options,
      lazily(() => open(key)),
    );
  }
  const text = async () => Readable.from(conversation, { objectMode: false });
  zip.addReadStreamLazy(conversationFileName, {}, lazily(text));
  const photos = files.filter(({ taken, place }) => taken !== undefined || place !== undefined);
  if (photos.length > 0) zip.addBuffer(Buffer.from(photosCsv(photos, names)), photosFileName);
  zip.end();
  return out;
}
