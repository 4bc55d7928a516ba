import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../Button.tsx';
import styles from './PhotoBytes.module.css';
import { isLargePhoto, originalOf } from './photos.ts';

type Props = {
  file: File;
  disabled?: boolean;
  /** Asks for the photo in its other size. */
  onToggle: (file: File) => void;
};

/** How much of a chosen file is sent; of a photo also how much it was, and the way back. */
export function PhotoBytes({ file, disabled = false, onToggle }: Props) {
  const original = originalOf(file);
  if (!original && !isLargePhoto(file)) return fileSize(file.size);
  return (
    <span className={styles.line}>
      <span>
        {fileSize(file.size)}
        {original && `, was ${fileSize(original.size)}`}
      </span>
      <Button variant="quiet" disabled={disabled} onClick={() => onToggle(file)}>
        {original ? 'Send original' : 'Make smaller'}
        <span className="visually-hidden"> of {file.name}</span>
      </Button>
    </span>
  );
}
