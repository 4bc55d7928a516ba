import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Attachment, Deliverable } from '../../src/contract/jobDetails.ts';
import { asOneLine } from '../../src/contract/lines.ts';

export type ZipEntry = Pick<Attachment, 'key' | 'fileName' | 'size' | 'createdTimestamp'> & {
  /** Where in the archive it lies; at its top when absent. */
  folder?: string;
};

/** The files of stamped results, in a folder of their own: what counts at its top, what was replaced further down. */
export function resultEntries(deliverables: readonly Deliverable[]): ZipEntry[] {
  return deliverables.flatMap(({ file, superseded }) =>
    file ? [{ ...file, folder: superseded ? 'deliverables/superseded' : 'deliverables' }] : [],
  );
}

const conversationFileName = 'conversation.txt';

// Names are safe when they are stored; a file that was stored otherwise must not escape the folder it is unpacked into.
function entryName(fileName: string): string {
  const plain = asOneLine(fileName)
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^\.+/, '');
  return plain || 'file';
}

/**
 * Attachment key → its name in the archive, each name once: a second `plan.pdf` becomes `plan (2).pdf`. Case makes no
 * difference, as on Windows.
 */
export function archiveNames(files: readonly ZipEntry[]): Map<string, string> {
  const taken = new Set([conversationFileName]);
  /** The next number of each name, so that many files of one name are not tried from 2 on each time. */
  const numbers = new Map<string, number>();
  const names = new Map<string, string>();
  for (const { key, fileName, folder } of files) {
    const name = (folder === undefined ? '' : `${folder}/`) + entryName(fileName);
    const dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length;
    let unique = name;
    let count = numbers.get(name.toLowerCase()) ?? 2;
    for (; taken.has(unique.toLowerCase()); count++) {
      unique = `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
    }
    numbers.set(name.toLowerCase(), count);
    taken.add(unique.toLowerCase());
    names.set(key, unique);
  }
  return names;
}

type Opener = (done: (error: unknown, stream: NodeJS.ReadableStream) => void) => void;

/**
 * A job's files and its conversation as one ZIP, streamed: a file is opened when its turn comes, so one is open at a
 * time and memory stays flat. A file that cannot be read breaks the download: the archive never ends as if it were whole.
 *
 * @param names of `archiveNames`
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
  zip.end();
  return out;
}
