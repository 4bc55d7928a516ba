import { useCallback, useEffect, useRef, useState } from 'react';
import { choosePhotoSize, type PhotoSize, readPhotoSize } from './photoSize.ts';
import { isLargePhoto, originalOf, smallerPhoto } from './photos.ts';

/** Photos in a list of chosen files: made smaller behind the person's back, and made large again when they ask. */
export type Photos = {
  /** Some are being made smaller. */
  busy: boolean;
  /** Makes those just added to the list smaller, when this device is set so. */
  added: (files: readonly File[]) => Promise<void>;
  /** Sets this device, and makes the photos of the list so. */
  choose: (size: PhotoSize, files: readonly File[]) => void;
  /** Puts one photo in the place of its other size. */
  toggle: (file: File) => void;
  /** Resolves when none is being made smaller any more. */
  settled: () => Promise<void>;
};

/** @param replace puts a file in the place of another, if that one is in the list still */
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
