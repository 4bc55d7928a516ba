import { queryOptions } from '@tanstack/react-query';
import { ownPathOf } from '../contract/calls.ts';
import type { PreviewSize } from '../contract/limits.ts';
import { ApiError } from './ApiError.ts';
import { attachmentQuery, type StoredFile } from './attachmentBlob.ts';
import { fileOf } from './client.ts';
import { noted } from './reach.ts';

type PreviewedFile = StoredFile & { contentType: string; size: number };

/** Larger pictures are not fetched just to be shown small. */
const maxWholeBytes = 4 * 1024 * 1024;
const waitsMs = 2000;
/** As long as a server may draw, and somewhat more. */
const mostWaits = 30;

/**
 * A small picture of a stored file, or of its first page.
 *
 * @param options `fresh`: no copy kept by the worker
 * @throws ApiError
 */
export function readPreview(
  { key }: Pick<StoredFile, 'key'>,
  size: PreviewSize,
  { signal, fresh }: { signal?: AbortSignal | undefined; fresh?: boolean },
): Promise<Blob> {
  const path = ownPathOf('preview', { key, size });
  const read = () => fileOf({ method: 'GET', path, signal, fresh });
  return noted(read(), true);
}

/**
 * The preview of a stored file; null where there is none. A backend without previews has its smaller pictures shown whole in the
 * place of `thumb`.
 */
export function previewQuery(file: PreviewedFile, size: PreviewSize) {
  return queryOptions({
    queryKey: ['preview', file.key, size] as const,
    queryFn: async ({ client, signal }): Promise<Blob | null> => {
      try {
        return await readPreview(file, size, { signal });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        const isPicture = /^image\/(png|jpeg)$/.test(file.contentType) && file.size <= maxWholeBytes;
        if (error.code === 'no-preview' || size !== 'thumb' || !isPicture) return null;
        return client.ensureQueryData(attachmentQuery(file));
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
