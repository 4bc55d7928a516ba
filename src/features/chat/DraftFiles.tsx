import { X } from 'lucide-react';
import { fileSize } from '../../format/fileSize.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Composer.module.css';

type Props = { files: readonly File[]; onRemove: (file: File) => void };

/** The files chosen for a message, each to be taken off again. */
export function DraftFiles({ files, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Attached files">
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
          <span className={styles.name}>{file.name}</span>
          <span className={styles.size}>{fileSize(file.size)}</span>
          <IconButton icon={X} label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
        </li>
      ))}
    </ul>
  );
}
