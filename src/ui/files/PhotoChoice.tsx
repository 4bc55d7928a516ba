import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../Button.tsx';
import choice from '../form/Choice.module.css';
import styles from './PhotoChoice.module.css';
import { usePhotoSize } from './photoSize.ts';
import { isLargePhoto, originalOf } from './photos.ts';
import { isUnconverted } from './pickedFile.ts';

type Props = {
  files: readonly File[];
  /** Some are being made smaller. */
  busy?: boolean;
  disabled?: boolean;
  onChoose: (smaller: boolean) => void;
};

/** Whether photos are sent smaller; nothing while no file is a photo that could be. */
export function PhotoChoice({ files, busy = false, disabled = false, onChoose }: Props) {
  const isSmaller = usePhotoSize() === 'smaller';
  if (!files.some((file) => isLargePhoto(file) || originalOf(file))) return null;
  return (
    <label className={choice.choice}>
      <input
        type="checkbox"
        checked={isSmaller}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span>
        Reduce photo size (about 2 MB each)
        <span role="status">{busy && ' Reducing…'}</span>
      </span>
    </label>
  );
}

type FileBytesProps = {
  file: File;
  /** A HEIC photo that waits for a connection to be converted. */
  isWaiting?: boolean;
  disabled?: boolean;
  /** Asks for the photo in its other size. */
  onToggle: (file: File) => void;
};

/** The size of a chosen file; of a photo also its original size, and a button for the other one; of a HEIC photo its conversion. */
export function FileBytes({ file, isWaiting = false, disabled = false, onToggle }: FileBytesProps) {
  if (isUnconverted(file)) {
    return (
      <span role="status">
        {fileSize(file.size)} · {isWaiting ? 'Converts when you’re back online' : 'Converting to JPEG…'}
      </span>
    );
  }
  const original = originalOf(file);
  if (!original && !isLargePhoto(file)) return fileSize(file.size);
  return (
    <span className={styles.bytes}>
      <span>
        {fileSize(file.size)}
        {original && ` (originally ${fileSize(original.size)})`}
      </span>
      <Button variant="quiet" disabled={disabled} onClick={() => onToggle(file)}>
        {original ? 'Send original' : 'Reduce size'}
        <span className="visually-hidden" translate="no">
          {' '}
          of {file.name}
        </span>
      </Button>
    </span>
  );
}
