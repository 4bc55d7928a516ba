import * as v from 'valibot';
import { jobAttachmentFiles } from '../../contract/files.ts';
import { isSameFile, whyNot } from '../../ui/pickedFile.ts';

export type Choice = { files: readonly File[]; error: string };

/** Puts files beside those chosen, each once, as long as the rules of §5 hold; the first broken rule is the error. */
export function joined(before: readonly File[], added: readonly File[]): Choice {
  let files = before;
  let error = '';
  for (const file of added) {
    if (files.some((other) => isSameFile(other, file))) continue;
    const checked = v.safeParse(jobAttachmentFiles, [...files, file]);
    if (checked.success) files = [...files, file];
    else error ||= checked.issues[0].message;
  }
  return { files, error };
}

/** Looks into files just picked, pasted or dropped: those that can be sent, and why the first of the others cannot. */
export async function sendable(picked: readonly File[]): Promise<Choice> {
  const reasons = await Promise.all(picked.map((file) => whyNot(file)));
  const refused = picked.findIndex((_, at) => reasons[at] !== undefined);
  return {
    files: picked.filter((_, at) => reasons[at] === undefined),
    error: refused < 0 ? '' : `${picked[refused]?.name}: ${reasons[refused]}`,
  };
}
