import { queryOptions } from '@tanstack/react-query';
import type { PreviewSize } from '../contract/limits.ts';
import { ownPathOf } from '../contract/ownCalls.ts';
import { ApiError } from './ApiError.ts';
import { attachmentQuery, type StoredFile } from './attachmentBlob.ts';
import { fileOf } from './callForBlob.ts';
import { noted } from './reach.ts';

type PreviewedFile = StoredFile & { contentType: string; size: number };

/** Larger pictures are not fetched just to be shown small. */
const maxWholeBytes = 4 * 1024 * 1024;
const waitsMs = 2000;
/** As long as a server may draw, and somewhat more. */
const mostWaits = 30;

/** A small picture of a stored file, or of its first page. @throws ApiError */
function readPreview({ key }: StoredFile, size: PreviewSize, signal: AbortSignal): Promise<Blob> {
  const path = ownPathOf('preview', { key, size });
  return noted(fileOf({ method: 'GET', path, signal }), true);
}

/** Whether a picture shown whole will do: where the backend knows no previews, and without a line, from what is kept here. */
function wholeWillDo({ code, status }: ApiError, { contentType, size }: PreviewedFile): boolean {
  const knowsNone = status === 404 && code !== 'no-preview';
  return (
    (knowsNone || code === 'offline') && /^image\/(png|jpeg)$/.test(contentType) && size <= maxWholeBytes
  );
}

/** The preview of a stored file; null where there is none. In the place of `thumb`, a smaller picture may come whole. */
export function previewQuery(file: PreviewedFile, size: PreviewSize) {
  return queryOptions({
    queryKey: ['preview', file.key, size] as const,
    queryFn: async ({ client, signal }): Promise<Blob | null> => {
      try {
        return await readPreview(file, size, signal);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (size === 'thumb' && wholeWillDo(error, file))
          return client.ensureQueryData(attachmentQuery(file));
        if (error.status === 404) return null;
        throw error;
      }
    },
    retry: (failures, error) =>
      failures < (error instanceof ApiError && error.code === 'preview-waits' ? mostWaits : 1) &&
      !(error instanceof ApiError && error.definite && error.code !== 'preview-waits'),
    retryDelay: waitsMs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5 * 60_000,
  });
}
