import { queryOptions } from '@tanstack/react-query';
import { callForBlob } from './callForBlob.ts';
import { saveBlob } from './saveBlob.ts';
import type { Transfer } from './uploadFetch.ts';

/** A stored file, as a message or a job carries it. */
export type StoredFile = { key: string; fileName: string; link: string };

/** Its name; a backend that sends none has it at the end of the link. */
export function storedName({ fileName, link }: Pick<StoredFile, 'fileName' | 'link'>): string {
  return fileName || decodeURIComponent(link.split('/').at(-1) ?? '') || 'file';
}

/** The bytes of a stored file. They never change under a key, so they are read once and dropped soon after use. */
export function attachmentQuery(file: StoredFile) {
  return queryOptions({
    queryKey: ['attachment', file.key] as const,
    queryFn: ({ signal }) =>
      callForBlob('attachment', { params: { key: file.key, fileName: storedName(file) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
}

/** Fetches a stored file with the bearer and hands it to the browser's downloads (§2, §7). */
export async function downloadAttachment(
  file: StoredFile,
  onProgress?: (transfer: Transfer) => void,
): Promise<void> {
  const fileName = storedName(file);
  saveBlob(await callForBlob('attachment', { params: { key: file.key, fileName }, onProgress }), fileName);
}
