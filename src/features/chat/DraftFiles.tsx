import { X } from 'lucide-react';
import { PhotoBytes } from '../../ui/files/PhotoBytes.tsx';
import { PhotoChoice } from '../../ui/files/PhotoChoice.tsx';
import { fileId } from '../../ui/files/photos.ts';
import type { Photos } from '../../ui/files/usePhotos.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Composer.module.css';

type Props = { files: readonly File[]; photos: Photos; onRemove: (file: File) => void };

/** The files chosen for a message, each to be taken off again, and how large photos are sent. */
export function DraftFiles({ files, photos, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label="Attached files">
        {files.map((file) => (
          <li key={fileId(file)} className={styles.file}>
            <span className={styles.words}>
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>
                <PhotoBytes file={file} onToggle={photos.toggle} />
              </span>
            </span>
            <IconButton icon={X} label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
          </li>
        ))}
      </ul>
      <PhotoChoice
        files={files}
        busy={photos.busy}
        onChoose={(smaller) => photos.choose(smaller ? 'smaller' : 'original', files)}
      />
    </>
  );
}
