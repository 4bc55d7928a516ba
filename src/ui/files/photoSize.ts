import { useSyncExternalStore } from 'react';
import { createStore } from '../../store.ts';

/** How photos leave this device: large enough to read a label on them, or as the camera made them. */
export const photoSizes = { smaller: 'Smaller (about 2 MB)', original: 'Original' } as const;
export type PhotoSize = keyof typeof photoSizes;

const storageKey = 'photos';
/** The choice of this page, which stands also where nothing can be stored. */
const chosen = createStore<PhotoSize | undefined>(undefined);

/** Phones take large photos and send them over bad lines; at a desk the line is good, and a picture is often a scan. */
function usual(): PhotoSize {
  return matchMedia('(pointer: coarse)').matches ? 'smaller' : 'original';
}

/** The choice of this device. */
export function readPhotoSize(): PhotoSize {
  const now = chosen.get();
  if (now) return now;
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'smaller' || stored === 'original' ? stored : usual();
  } catch {
    return usual();
  }
}

export function choosePhotoSize(size: PhotoSize): void {
  try {
    localStorage.setItem(storageKey, size);
  } catch {
    // Storage is forbidden here: the choice holds until the page is closed.
  }
  chosen.set(size);
}

export function usePhotoSize(): PhotoSize {
  return useSyncExternalStore(chosen.subscribe, readPhotoSize);
}
