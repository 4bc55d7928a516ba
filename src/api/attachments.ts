import { queryOptions } from '@tanstack/react-query';
import type { PreviewSize } from '../contract/limits.ts';
import { ApiError } from './ApiError.ts';
import type { Transfer } from './client.ts';
import { callForBlob, saveBlob } from './downloads.ts';

/** A stored file, as a message or a job carries it. */
export type StoredFile = { key: string; fileName: string; link: string };

/** Returns its name; a backend that sends none has it at the end of the link. */
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

type PreviewedFile = StoredFile & { contentType: string; size: number };

/** Larger pictures are not fetched just to be shown small. */
const maxWholeBytes = 4 * 1024 * 1024;
const pollMs = 2000;
/** As long as a server may draw, and somewhat more. */
const maxPolls = 30;

/** Whether the whole picture may take its place: where the backend knows no previews, and offline, from what is cached here. */
function wholeWillDo(
  { code, status, foreignStatus }: ApiError,
  { contentType, size }: PreviewedFile,
): boolean {
  const knowsNone = status === 404 && code !== 'no-preview';
  return (
    (knowsNone || code === 'offline' || foreignStatus !== undefined) &&
    /^image\/(png|jpeg)$/.test(contentType) &&
    size <= maxWholeBytes
  );
}

/**
 * The preview of a stored file, a small picture of it or of its first page; null where there is none. In the place of `thumb`, a
 * smaller picture may come whole.
 */
export function previewQuery(file: PreviewedFile, size: PreviewSize) {
  return queryOptions({
    queryKey: ['preview', file.key, size] as const,
    queryFn: async ({ client, signal }): Promise<Blob | null> => {
      try {
        return await callForBlob('preview', { params: { key: file.key, size }, signal });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (size === 'thumb' && wholeWillDo(error, file))
          return client.ensureQueryData(attachmentQuery(file));
        if (error.status === 404) return null;
        throw error;
      }
    },
    retry: (failures, error) =>
      failures < (error instanceof ApiError && error.code === 'preview-waits' ? maxPolls : 1) &&
      !(error instanceof ApiError && error.definite && error.code !== 'preview-waits'),
    retryDelay: pollMs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
}
