import { ImagePlus } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../Button.tsx';
import { toast } from '../feedback/toast.ts';
import { Icon } from '../Icon.tsx';
import { messageOf, useAction } from '../useAction.ts';
import { useIsMounted } from '../useIsMounted.ts';
import styles from './CameraButton.module.css';
import { CameraButton } from './CameraButton.tsx';
import { inChosenSize, jpegPhoto } from './photos.ts';
import { checkedFile, heicText, isUnconverted, photoAccept } from './pickedFile.ts';

type Props = {
  /** What the photos show: part of the buttons' names. */
  subject: string;
  /** Takes photos that can be sent, in the size that this device is set to. Rejects with the reason why they were not taken. */
  onPhotos: (photos: File[]) => Promise<unknown>;
  /** One photo at a time. */
  single?: boolean;
  /** Icons alone, where there is no room for words. */
  small?: boolean;
  /** On a touch screen one button: the camera, or the photos of the device. */
  only?: 'camera' | 'album';
  /** Told whether picked photos are being made ready. */
  onBusy?: (busy: boolean) => void;
};

/** Returns a picked photo as it can be sent, a HEIC photo as a JPEG, or why it cannot. */
async function sendablePhoto(picked: File): Promise<File | string> {
  const file = await checkedFile(picked);
  if (typeof file === 'string') return file;
  if (!isUnconverted(file)) return file.type.startsWith('image/') ? file : 'Choose a JPEG or PNG photo.';
  try {
    return (await jpegPhoto(file, new AbortController().signal)) ?? heicText;
  } catch {
    return 'Couldn’t convert this HEIC photo. Choose it again when you’re back online.';
  }
}

/** Returns the picked photos that can be sent, and why the others cannot, one a line. */
async function sendable(picked: readonly File[]): Promise<{ photos: File[]; error: string }> {
  const photos: File[] = [];
  const refused: string[] = [];
  // One at a time: a phone has no memory for all of them at once.
  for (const file of picked) {
    const photo = await sendablePhoto(file);
    if (typeof photo === 'string') refused.push(`${file.name}: ${photo}`);
    else photos.push(photo);
  }
  return { photos, error: refused.join('\n') };
}

/** Takes photos of one thing with the camera, on touch screens, or from the device. */
export function PhotoButtons(props: Props) {
  const { subject, onPhotos, single = false, small = false, only, onBusy } = props;
  const album = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const isMounted = useIsMounted();
  const { busy, run: take } = useAction(
    async (picked: readonly File[]) => {
      const { photos, error: refused } = await sendable(picked);
      setError(photos.length > 0 ? '' : refused);
      if (photos.length === 0) return;
      // With the first photo that is taken, these buttons move or go, and with them what stands below them.
      if (refused) toast(refused, { tone: 'bad' });
      await onPhotos(await inChosenSize(photos));
    },
    (reason) => {
      // Some were taken, and these buttons with them.
      if (isMounted.current) setError(messageOf(reason));
      else toast(messageOf(reason), { tone: 'bad' });
    },
  );
  useEffect(() => onBusy?.(busy), [busy, onBusy]);
  const choose = single ? 'Choose photo' : 'Choose photos';
  const open = () => album.current?.click();
  return (
    <div className="row">
      {only !== 'album' && (
        <CameraButton subject={subject} small={small} busy={busy} onPhoto={(photos) => void take(photos)} />
      )}
      <input
        ref={album}
        type="file"
        hidden
        multiple={!single}
        accept={photoAccept}
        aria-label={`Photos for ${subject}`}
        onChange={({ target }) => {
          const picked = [...(target.files ?? [])];
          // The same file can be picked again.
          target.value = '';
          if (picked.length > 0) void take(picked);
        }}
      />
      <span className={only === 'camera' ? styles.withoutCamera : undefined}>
        {small ? (
          <IconButton icon={ImagePlus} label={`${choose} for ${subject}`} busy={busy} onClick={open} />
        ) : (
          <Button variant="quiet" busy={busy} onClick={open}>
            <Icon of={ImagePlus} />
            {choose}
            <span className="visually-hidden">{` for ${subject}`}</span>
          </Button>
        )}
      </span>
      <p
        role="alert"
        className="small"
        hidden={error === ''}
        style={{ flexBasis: '100%', color: 'var(--stamp)', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {error}
      </p>
    </div>
  );
}
