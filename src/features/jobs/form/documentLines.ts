import { fileSize } from '../../../format/fileSize.ts';
import type { JobFieldValues } from './jobFormValues.ts';

/** Returns the number of the document links as a text; nothing without any. */
export function linkCount({ jobAttachmentLinks }: JobFieldValues): string[] {
  const links = jobAttachmentLinks.split(/\s+/).filter(Boolean).length;
  return links > 0 ? [`${links} ${links === 1 ? 'link' : 'links'}`] : [];
}

export function documentLines(values: JobFieldValues, files: readonly File[]): string[] {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  const count = `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${fileSize(bytes)}`;
  return [...(files.length > 0 ? [count] : []), ...linkCount(values)];
}
