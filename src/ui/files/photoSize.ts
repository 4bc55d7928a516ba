import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../storage.ts';
import { createStore } from '../../store.ts';

/** How photos are sent: large enough to read a label on them, or as the camera made them. */
export const photoSizes = { smaller: 'Reduced (about 2 MB)', original: 'Original' } as const;
export type PhotoSize = keyof typeof photoSizes;

const storageKey = 'photos';
/** The choice made on this page, for browsers that store nothing. */
const chosen = createStore<PhotoSize | undefined>(undefined);

/** Phones take large photos and send them over bad connections; on a desk, pictures are often scans. */
function defaultSize(): PhotoSize {
  return matchMedia('(pointer: coarse)').matches ? 'smaller' : 'original';
}

export function readPhotoSize(): PhotoSize {
  const stored = chosen.get() ?? readStored(storageKey);
  return stored === 'smaller' || stored === 'original' ? stored : defaultSize();
}

export function choosePhotoSize(size: PhotoSize): void {
  writeStored(storageKey, size);
  chosen.set(size);
}

export function usePhotoSize(): PhotoSize {
  return useSyncExternalStore(chosen.subscribe, readPhotoSize);
}
