import styles from '../form/Choice.module.css';
import { usePhotoSize } from './photoSize.ts';
import { isLargePhoto, originalOf } from './photos.ts';

type Props = {
  files: readonly File[];
  /** Some are being made smaller. */
  busy?: boolean;
  disabled?: boolean;
  onChoose: (smaller: boolean) => void;
};

/** Whether photos are sent smaller; nothing while there is no photo that could be. */
export function PhotoChoice({ files, busy = false, disabled = false, onChoose }: Props) {
  const isSmaller = usePhotoSize() === 'smaller';
  if (!files.some((file) => isLargePhoto(file) || originalOf(file))) return null;
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        checked={isSmaller}
        disabled={disabled}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span>
        Send photos smaller (about 2 MB)
        <span role="status">{busy && ' Making them smaller…'}</span>
      </span>
    </label>
  );
}
