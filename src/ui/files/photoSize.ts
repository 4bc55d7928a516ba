import { useSyncExternalStore } from 'react';

/** How photos leave this device: large enough to read a label on them, or as the camera made them. */
export const photoSizes = { smaller: 'Smaller (about 2 MB)', original: 'Original' } as const;
export type PhotoSize = keyof typeof photoSizes;

const storageKey = 'photos';
const listeners = new Set<() => void>();
let chosen: PhotoSize | undefined;

/** Phones take large photos and send them over bad lines; at a desk the line is good, and a picture is often a scan. */
function usual(): PhotoSize {
  return matchMedia('(pointer: coarse)').matches ? 'smaller' : 'original';
}

/** The choice of this device. */
export function readPhotoSize(): PhotoSize {
  if (chosen) return chosen;
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'smaller' || stored === 'original' ? stored : usual();
  } catch {
    return usual();
  }
}

export function choosePhotoSize(size: PhotoSize): void {
  chosen = size;
  try {
    localStorage.setItem(storageKey, size);
  } catch {
    // Storage is forbidden here: the choice holds until the page is closed.
  }
  for (const listener of listeners) listener();
}

function onChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePhotoSize(): PhotoSize {
  return useSyncExternalStore(onChoice, readPhotoSize);
}
