import { useRef, useState } from 'react';
import { toast } from '../feedback/toast.ts';
import { pickedOf } from '../files/photos.ts';
import { checkedFile, isSameFile } from '../files/pickedFile.ts';
import { usePhotos } from '../files/usePhotos.ts';
import { useIsMounted } from '../useIsMounted.ts';
import type { Refused } from './ChosenFiles.tsx';

type Options = {
  typeMessage: string;
  sizeMessage: string;
  /** The files are being sent, or cannot be changed for another reason. */
  isLocked: boolean;
  keepsPhotos: boolean;
};

/** Checks files before they are added to a list, makes photos in it ready to be sent, and remembers which were refused and why. */
export function useChosenFiles(
  value: readonly File[],
  onChange: (files: File[]) => void,
  { typeMessage, sizeMessage, isLocked, keepsPhotos }: Options,
) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  // Checking a file takes time, in which others may be chosen or removed.
  const chosen = useRef(value);
  chosen.current = value;
  const locked = useRef(isLocked);
  locked.current = isLocked;
  const isMounted = useIsMounted();

  function put(files: File[]) {
    chosen.current = files;
    onChange(files);
  }

  const photos = usePhotos(value, {
    replace(before, now) {
      if (locked.current || !chosen.current.includes(before)) return;
      put(chosen.current.map((file) => (file === before ? now : file)));
    },
    refuse(file, reason) {
      if (!chosen.current.includes(file)) return;
      put(chosen.current.filter((other) => other !== file));
      setRefused((before) => [...before, { name: file.name, reason }]);
    },
    keepsSize: keepsPhotos,
  });

  async function add(list: Iterable<File>) {
    const picked = [...list];
    const checked = await Promise.all(picked.map((file) => checkedFile(file, typeMessage, sizeMessage)));
    setRefused(
      checked.flatMap((reason, at) =>
        typeof reason === 'string' ? [{ name: picked[at]?.name ?? '', reason }] : [],
      ),
    );
    const isHere = (file: File) => chosen.current.some((other) => isSameFile(pickedOf(other), file));
    const taken = checked.filter((file) => typeof file !== 'string').filter((file) => !isHere(file));
    if (taken.length === 0) return;
    if (locked.current || !isMounted.current) {
      // One in a cloud takes seconds to be read, in which nothing is seen of it.
      const names = taken.map(({ name }) => name).join(', ');
      toast(`Couldn’t add ${names}: the form was sent or closed first.`, { tone: 'bad' });
      return;
    }
    put([...chosen.current, ...taken]);
    await photos.added(taken);
  }

  const dismiss = (one: Refused) => setRefused(refused.filter((other) => other !== one));
  return { refused, dismiss, photos, add };
}
