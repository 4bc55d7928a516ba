import { useCallback, useEffect, useRef, useState } from 'react';
import { choosePhotoSize, type PhotoSize, readPhotoSize } from './photoSize.ts';
import { isLargePhoto, originalOf, smallerPhoto } from './photos.ts';

/** Shrinks the photos in a list of chosen files in the background, and restores them on request. */
export type Photos = {
  /** Some are being made smaller. */
  busy: boolean;
  /** Shrinks photos that were added to the list, when this device is set so. */
  added: (files: readonly File[]) => Promise<void>;
  /** Sets the size for this device, and applies it to the list. */
  choose: (size: PhotoSize, files: readonly File[]) => void;
  /** Switches one photo to its other size. */
  toggle: (file: File) => void;
  /** Resolves when no photo is being shrunk. */
  settled: () => Promise<void>;
};

/** @param replace replaces a file of the list, if it is still there */
export function usePhotos(replace: (before: File, now: File) => void): Photos {
  const [working, setWorking] = useState(0);
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(replace);
  useEffect(() => {
    latest.current = replace;
  });

  const shrink = useCallback(async (files: readonly File[], size?: PhotoSize) => {
    const large = files.filter(isLargePhoto);
    if (large.length === 0) return;
    setWorking((count) => count + 1);
    const mine = work.current.then(async () => {
      for (const file of large) {
        if (size && readPhotoSize() !== size) return;
        const smaller = await smallerPhoto(file);
        if (smaller) latest.current(file, smaller);
      }
    });
    work.current = mine.catch(() => undefined);
    try {
      await mine;
    } finally {
      setWorking((count) => count - 1);
    }
  }, []);

  function enlarge(file: File) {
    const original = originalOf(file);
    if (original) replace(file, original);
  }

  return {
    busy: working > 0,
    added: (files) => (readPhotoSize() === 'smaller' ? shrink(files, 'smaller') : Promise.resolve()),
    choose(size, files) {
      choosePhotoSize(size);
      if (size === 'smaller') void shrink(files, 'smaller');
      else for (const file of files) enlarge(file);
    },
    toggle(file) {
      if (originalOf(file)) enlarge(file);
      else void shrink([file]);
    },
    settled: async () => {
      await work.current;
    },
  };
}
