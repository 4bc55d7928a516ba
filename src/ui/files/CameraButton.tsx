import { Camera } from 'lucide';
import { useRef } from 'react';
import { Button, IconButton } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './CameraButton.module.css';

type Props = {
  /** Called with the photo that was taken; not called when the camera is closed or denied. */
  onPhoto: (photos: File[]) => void;
  /** Called before the camera opens: a phone may end the app meanwhile. */
  onOpen?: (() => void) | undefined;
  disabled?: boolean;
  /** The photo that was taken last is being made ready. */
  busy?: boolean;
  /** What the photo is of: part of its name, where several cameras are on a page. */
  subject?: string;
  /** An icon alone, where there is no room for words. */
  small?: boolean;
};

/** Takes a photo with the camera app of the system, which needs no permission of the page. Shown on touch screens only. */
export function CameraButton(props: Props) {
  const { onPhoto, onOpen, disabled = false, busy = false, subject, small = false } = props;
  const camera = useRef<HTMLInputElement>(null);

  function open() {
    onOpen?.();
    camera.current?.click();
  }
  return (
    <span className={styles.camera}>
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label={subject ? `Camera for ${subject}` : 'Camera'}
        disabled={disabled}
        onChange={(event) => {
          const photos = [...(event.target.files ?? [])];
          // Some cameras give every shot the same name, and a second one of that name would not be a change.
          event.target.value = '';
          if (photos.length > 0) onPhoto(photos);
        }}
      />
      {small ? (
        <IconButton
          icon={Camera}
          label={subject ? `Take photo for ${subject}` : 'Take photo'}
          disabled={disabled}
          busy={busy}
          onClick={open}
        />
      ) : (
        <Button disabled={disabled} busy={busy} onClick={open}>
          <Icon of={Camera} />
          Take photo
          {subject && <span className="visually-hidden">{` for ${subject}`}</span>}
        </Button>
      )}
    </span>
  );
}
