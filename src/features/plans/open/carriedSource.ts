import type { PreviewedFile } from '../../../api/attachments.ts';
import { readCarried } from '../page/carried.ts';
import { openDocument, openLimitMs } from './openDocument.ts';
import { type PlanSource, planSource } from './planSource.ts';
import { withVisibleTimeout } from './withVisibleTimeout.ts';

/** The bytes of a PDF that another one carries, which is opened for it, and closed again. @param address as `CarriedFile` has it */
export function carriedSource(
  file: PreviewedFile,
  address: string,
  onProgress: (loaded: number) => void,
): PlanSource {
  const outer = planSource(file, onProgress);
  let isDone = false;
  let inner: Uint8Array | null = null;
  const source: PlanSource = {
    ...outer,
    async read() {
      if (!inner) {
        const { pdf, close } = await openDocument(outer);
        try {
          inner = await withVisibleTimeout(readCarried(pdf, address), openLimitMs, outer.isWaiting);
        } finally {
          close();
          isDone = true;
        }
      }
      return { data: inner.slice() };
    },
    isWaiting: () => !isDone && outer.isWaiting(),
    // The bytes are there.
    another: () => ({ ...source, stop: () => undefined }),
  };
  return source;
}
