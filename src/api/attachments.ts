import { queryOptions } from '@tanstack/react-query';
import { givenFileName } from '../contract/files/fileNames.ts';
import type { PreviewSize } from '../contract/files/previewSizes.ts';
import type { Attachment } from '../contract/jobs/jobDetails.ts';
import { ApiError } from './ApiError.ts';
import { callForBlob, saveBlob } from './downloads.ts';

/** The properties by which a stored file is fetched. */
export type FileReference = Pick<Attachment, 'key' | 'fileName' | 'size'>;

/** Returns the name of a file for users: as it was given, without the time stamp of its upload. */
export function shownNameOf({ fileName }: Pick<FileReference, 'fileName'>): string {
  return givenFileName(fileName);
}

/** The query of a stored file. The bytes under a key never change, so they are read once, and dropped soon after use. */
export function attachmentQuery(file: FileReference) {
  return queryOptions({
    queryKey: ['attachment', file.key] as const,
    queryFn: ({ signal }) =>
      callForBlob('attachment', { params: { key: file.key, fileName: file.fileName }, signal }, file.size),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
}

/** Fetches a stored file with the bearer and hands it to the browser's downloads (§2, §7). */
export async function downloadAttachment({ key, fileName, size }: FileReference): Promise<void> {
  saveBlob(await callForBlob('attachment', { params: { key, fileName } }, size), givenFileName(fileName));
}

export type PreviewedFile = FileReference & { contentType: string };

/** Larger pictures are not fetched in the place of a small one. */
const maxWholeBytes = 4 * 1024 * 1024;
const pollMs = 2000;
/** Polls for somewhat longer than a server may take to draw a preview. */
const maxPolls = 30;

/** Whether the whole picture may replace a preview: from a server whose previews are off, and offline, where it may be cached. */
function mayUseWhole(
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
 * The query of a preview: a small picture of a file or of its first page; null where there is none. A small picture may come whole in
 * the place of its `thumb`.
 */
export function previewQuery(file: PreviewedFile, size: PreviewSize) {
  return queryOptions({
    queryKey: ['preview', file.key, size] as const,
    queryFn: async ({ client, signal }): Promise<Blob | null> => {
      try {
        return await callForBlob('preview', { params: { key: file.key, size }, signal });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (size === 'thumb' && mayUseWhole(error, file))
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
