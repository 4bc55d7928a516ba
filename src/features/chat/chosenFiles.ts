import * as v from 'valibot';
import { jobAttachmentFiles } from '../../contract/files.ts';
import { originalOf } from '../../ui/files/photos.ts';
import { isSameFile, whyNot } from '../../ui/files/pickedFile.ts';

export type Choice = { files: readonly File[]; error: string };

/** Puts files beside those chosen, each once, as long as the rules of §5 hold; the first broken rule is the error. */
export function joined(before: readonly File[], added: readonly File[]): Choice {
  let files = before;
  let error = '';
  for (const file of added) {
    if (files.some((other) => isSameFile(originalOf(other) ?? other, file))) continue;
    const checked = v.safeParse(jobAttachmentFiles, [...files, file]);
    if (checked.success) files = [...files, file];
    else error ||= checked.issues[0].message;
  }
  return { files, error };
}

/**
 * Looks into files just picked, pasted or dropped, and copies those that can be sent: a phone may change or take away what
 * was picked. Says why the first of the others cannot.
 */
export async function sendable(picked: readonly File[]): Promise<Choice> {
  const looked = await Promise.all(picked.map(lookInto));
  const files = looked.filter((one) => one instanceof File);
  const refused = looked.findIndex((one) => typeof one === 'string');
  return { files, error: refused < 0 ? '' : `${picked[refused]?.name}: ${looked[refused]}` };
}

async function lookInto(file: File): Promise<File | string> {
  const reason = await whyNot(file);
  if (reason !== undefined) return reason;
  const { name, type, lastModified } = file;
  return file.arrayBuffer().then(
    (bytes) => new File([bytes], name, { type, lastModified }),
    () => 'This file cannot be read. It may have been moved since; please choose it again.',
  );
}
