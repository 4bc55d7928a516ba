import { Camera, ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import styles from './PhotoButtons.module.css';
import { inChosenSize } from './photos.ts';
import { refusalReason } from './pickedFile.ts';

type Props = {
  /** What the photos show: part of the buttons' names. */
  subject: string;
  /** Takes photos that can be sent, in the size that this device is set to. Rejects with the reason why they were not taken. */
  onPhotos: (photos: File[]) => Promise<unknown>;
};

const photoTypes = 'image/jpeg,image/png';

/** Returns the picked photos that can be sent, and why the first of the others cannot. */
async function sendable(picked: readonly File[]): Promise<{ photos: File[]; error: string }> {
  const reasons = await Promise.all(
    picked.map(async (file) => {
      const reason = await refusalReason(file);
      return reason ?? (file.type.startsWith('image/') ? undefined : 'Choose a JPEG or PNG photo.');
    }),
  );
  const refused = reasons.findIndex((reason) => reason !== undefined);
  const error = refused < 0 ? '' : `${picked[refused]?.name}: ${reasons[refused]}`;
  return { photos: picked.filter((_, at) => reasons[at] === undefined), error };
}

/** Takes photos of one thing with the camera, on touch screens, or from the device. */
export function PhotoButtons({ subject, onPhotos }: Props) {
  const camera = useRef<HTMLInputElement>(null);
  const album = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  async function take(input: HTMLInputElement) {
    const picked = [...(input.files ?? [])];
    // The same file can be picked again.
    input.value = '';
    if (picked.length === 0) return;
    setBusy(true);
    try {
      const { photos, error: refused } = await sendable(picked);
      setError(refused);
      if (photos.length > 0) await onPhotos(await inChosenSize(photos));
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    } finally {
      setBusy(false);
    }
  }
  const of = <span className="visually-hidden">{` for ${subject}`}</span>;
  return (
    <div className={styles.ways}>
      <input
        ref={camera}
        type="file"
        hidden
        accept={photoTypes}
        capture="environment"
        aria-label={`Camera for ${subject}`}
        onChange={(event) => void take(event.target)}
      />
      <input
        ref={album}
        type="file"
        hidden
        multiple
        accept={photoTypes}
        aria-label={`Photos for ${subject}`}
        onChange={(event) => void take(event.target)}
      />
      <span className={styles.camera}>
        <Button busy={busy} onClick={() => camera.current?.click()}>
          <Camera aria-hidden />
          Take photo{of}
        </Button>
      </span>
      <Button variant="quiet" busy={busy} onClick={() => album.current?.click()}>
        <ImagePlus aria-hidden />
        Choose photos{of}
      </Button>
      <p role="alert" className={styles.error}>
        {error}
      </p>
    </div>
  );
}
