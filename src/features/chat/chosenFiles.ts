import * as v from 'valibot';
import { jobAttachmentFiles } from '../../contract/files/files.ts';
import { pickedOf } from '../../ui/files/photos.ts';
import { asSent, checkedFile, isSameFile, unreadableFileText } from '../../ui/files/pickedFile.ts';

type Choice = { files: readonly File[]; error: string };

/** Adds files, each once, as long as the rules of §5 hold. Returns the first broken rule as the error. */
export function withFiles(before: readonly File[], added: readonly File[]): Choice {
  let files = before;
  let error = '';
  for (const file of added) {
    if (files.some((other) => isSameFile(pickedOf(other), file))) continue;
    const checked = v.safeParse(jobAttachmentFiles, asSent([...files, file]));
    if (checked.success) files = [...files, file];
    else error ||= checked.issues[0].message;
  }
  return { files, error };
}

/**
 * Copies picked, pasted or dropped files that can be sent, because a phone may change or delete the originals. Returns as the
 * error why the others cannot, one a line.
 */
export async function readableFiles(picked: readonly File[]): Promise<Choice> {
  const copies = await Promise.all(picked.map(copyOf));
  const files = copies.filter((copy) => copy instanceof File);
  const refused = copies.flatMap((copy, at) =>
    typeof copy === 'string' ? [`${picked[at]?.name}: ${copy}`] : [],
  );
  return { files, error: refused.join('\n') };
}

/** Returns a copy with its own bytes, or why the file cannot be sent. */
async function copyOf(picked: File): Promise<File | string> {
  const file = await checkedFile(picked);
  if (typeof file === 'string') return file;
  const { name, type, lastModified } = file;
  return file.arrayBuffer().then(
    (bytes) => new File([bytes], name, { type, lastModified }),
    () => unreadableFileText,
  );
}
