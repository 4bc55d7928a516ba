import { hexHash } from '../../api/bytes.ts';
import type { SealCheck } from '../../contract/proof/proof.ts';
import type { Statement } from '../../contract/proof/statement.ts';
import { unreadableFileText } from '../../ui/files/pickedFile.ts';
import { digestOfFiles } from './digests.ts';
import type { Said } from './verdictText.ts';

/** What a seal was issued for: the hashes of the firm's record, else the one digest in a genuine statement. */
export type Sealed = { files: NonNullable<SealCheck['seal']>['files'] } | Pick<Statement, 'files'>;

const differs = {
  tone: 'bad',
  title: 'Differs',
  text: 'The seal wasn’t issued for this file: it was changed, it is the signature report itself, or the seal was copied from another document.',
} as const;

/** Is said of a file whose bytes cannot be read. */
export const unread: Said = { tone: 'open', title: 'Not compared', text: unreadableFileText };

/** Is said of a file that only counts together with one that cannot be read. */
const alone: Said = {
  tone: 'open',
  title: 'Not compared',
  text: 'The seal is about all its files together, and one of them couldn’t be read.',
};

async function compareWithDigest(found: readonly (string | null)[], digest: string): Promise<Said[]> {
  const hashes = found.filter((hash) => hash !== null);
  if (hashes.length < found.length) return found.map((hash) => (hash === null ? unread : alone));
  const isSame = (await digestOfFiles(hashes)) === digest;
  const several = 'If the seal is about several files, choose all of them together.';
  const one: Said = isSame
    ? { tone: 'good', title: 'Same', text: 'Byte for byte what the seal was issued for.' }
    : { ...differs, text: `${differs.text} ${several}` };
  return hashes.map(() => one);
}

/** Compares files with what a seal was issued for, on this device. @returns what is said of each, `unread` of one that cannot be read */
export async function compareFiles(files: readonly Blob[], sealed: Sealed): Promise<Said[]> {
  const hashes: (string | null)[] = [];
  // One after the other: each is in memory while it is hashed.
  for (const file of files) hashes.push(await hexHash(file).catch(() => null));
  if (typeof sealed.files === 'string') return compareWithDigest(hashes, sealed.files);
  const known = sealed.files;
  return hashes.map((hash) => {
    if (hash === null) return unread;
    const found = known.filter(({ sha256 }) => sha256 === hash);
    if (found.length === 0) return differs;
    return found.some(({ current }) => current)
      ? { tone: 'good', title: 'Same', text: 'Byte for byte what the seal was issued for, and current.' }
      : {
          tone: 'bad',
          title: 'Same, but superseded',
          text: 'Byte for byte what was issued. A later revision has replaced it.',
        };
  });
}
