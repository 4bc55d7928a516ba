import { useCallback, useEffect, useRef, useState } from 'react';
import { choosePhotoSize, type PhotoSize, readPhotoSize } from './photoSize.ts';
import { isLargePhoto, jpegPhoto, originalOf, smallerPhoto } from './photos.ts';
import { heicText, isUnconverted } from './pickedFile.ts';

/**
 * Makes photos in a list of chosen files ready to be sent, in the background: converts those that are HEIC, also in a restored draft,
 * and shrinks large ones, which are restored on request.
 */
export type Photos = {
  /** Some are being made smaller. */
  busy: boolean;
  /** HEIC photos whose conversion waits for a connection. */
  waiting: ReadonlySet<File>;
  /** Shrinks photos that were added to the list, when this device is set so. */
  added: (files: readonly File[]) => Promise<void>;
  /** Sets the size for this device, and applies it to the list. */
  choose: (size: PhotoSize, files: readonly File[]) => void;
  /** Switches one photo to its other size. */
  toggle: (file: File) => void;
  /** Resolves when no photo is being converted or shrunk. */
  settled: () => Promise<void>;
};

type Options = {
  /** Replaces a file of the list, if it is still there. */
  replace: (before: File, now: File) => void;
  /** Removes a file from the list, and says why. */
  refuse: (file: File, reason: string) => void;
  /** Photos are documents here and keep their size. */
  keepsSize?: boolean;
};

const none: ReadonlySet<File> = new Set();

export function usePhotos(files: readonly File[], options: Options): Photos {
  const [working, setWorking] = useState(0);
  const work = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  /** Works after all that was begun before: a phone has no memory for several photos at once. */
  const inTurn = useCallback((task: () => Promise<void>): Promise<void> => {
    const mine = work.current.then(task);
    work.current = mine.catch(() => undefined);
    return mine;
  }, []);

  const shrink = useCallback(
    async (photos: readonly File[], size?: PhotoSize) => {
      const large = photos.filter(isLargePhoto);
      if (large.length === 0) return;
      setWorking((count) => count + 1);
      try {
        await inTurn(async () => {
          for (const file of large) {
            const smaller = await smallerPhoto(file);
            // Another size may have been chosen meanwhile.
            if (size && readPhotoSize() !== size) return;
            if (smaller) latest.current.replace(file, smaller);
          }
        });
      } finally {
        setWorking((count) => count - 1);
      }
    },
    [inTurn],
  );

  const shrinkIfChosen = useCallback(
    (photos: readonly File[]) =>
      readPhotoSize() === 'smaller' ? shrink(photos, 'smaller') : Promise.resolve(),
    [shrink],
  );
  const waiting = useConversions(files, inTurn, {
    converted: (heic, jpeg) => {
      latest.current.replace(heic, jpeg);
      if (!latest.current.keepsSize) void shrinkIfChosen([jpeg]);
    },
    unreadable: (heic) => latest.current.refuse(heic, heicText),
  });

  function enlarge(file: File) {
    const original = originalOf(file);
    if (original) options.replace(file, original);
  }

  return {
    busy: working > 0,
    waiting,
    added: (photos) => (options.keepsSize ? Promise.resolve() : shrinkIfChosen(photos)),
    choose(size, photos) {
      choosePhotoSize(size);
      if (size === 'smaller') void shrink(photos, 'smaller');
      else for (const file of photos) enlarge(file);
    },
    toggle(file) {
      if (originalOf(file)) enlarge(file);
      else void shrink([file]);
    },
    async settled() {
      // A conversion is followed by shrinking.
      for (let before: unknown; before !== work.current; ) {
        before = work.current;
        await before;
      }
    },
  };
}

type Outcomes = { converted: (heic: File, jpeg: File) => void; unreadable: (heic: File) => void };

/**
 * Converts the HEIC photos of a list, and stops when one is removed.
 *
 * @returns those that wait for a connection
 */
function useConversions(
  files: readonly File[],
  inTurn: (task: () => Promise<void>) => Promise<void>,
  outcomes: Outcomes,
): ReadonlySet<File> {
  const [waiting, setWaiting] = useState(none);
  const running = useRef(new Map<File, AbortController>());
  const latest = useRef(outcomes);
  useEffect(() => {
    latest.current = outcomes;
  });

  useEffect(() => {
    const convert = async (heic: File, signal: AbortSignal) => {
      if (signal.aborted) return;
      try {
        const jpeg = await jpegPhoto(heic, signal);
        if (jpeg) latest.current.converted(heic, jpeg);
        else latest.current.unreadable(heic);
      } catch (error) {
        if (signal.aborted) return;
        console.warn('The photo is not converted yet:', error);
        // Without a connection, the decoder or its code cannot be loaded.
        running.current.delete(heic);
        setWaiting((before) => new Set([...before, heic]));
      }
    };
    for (const [file, controller] of running.current) {
      if (files.includes(file)) continue;
      controller.abort();
      running.current.delete(file);
    }
    for (const file of files) {
      if (!isUnconverted(file) || waiting.has(file) || running.current.has(file)) continue;
      const controller = new AbortController();
      running.current.set(file, controller);
      void inTurn(() => convert(file, controller.signal));
    }
  }, [files, waiting, inTurn]);

  useEffect(() => {
    const all = running.current;
    const again = () => setWaiting(none);
    window.addEventListener('online', again);
    return () => {
      window.removeEventListener('online', again);
      for (const controller of all.values()) controller.abort();
      all.clear();
    };
  }, []);
  return waiting;
}
