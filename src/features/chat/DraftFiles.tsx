import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { pickerAccept } from '../../contract/files.ts';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { CameraButton } from '../../ui/files/CameraButton.tsx';
import { FileBytes, PhotoChoice } from '../../ui/files/PhotoChoice.tsx';
import { fileId } from '../../ui/files/photos.ts';
import type { Photos } from '../../ui/files/usePhotos.ts';
import styles from './Composer.module.css';

type Props = { files: readonly File[]; photos: Photos; onRemove: (file: File) => void };

/** The files chosen for a message, each with a button to remove it, and how large photos are sent. */
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
                <FileBytes file={file} onToggle={photos.toggle} />
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

type AttachButtonProps = {
  /** Files chosen so far. */
  count: number;
  /** Label of the file input. */
  label: string;
  onAdd: (files: readonly File[]) => void;
};

/** Attaches files and photos. What is typed is saved first, because a phone may end the app while its camera is open. */
export function AttachButton({ count, label, onAdd }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={pickerAccept.join(',')}
        aria-label={label}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was removed.
          event.target.value = '';
        }}
      />
      <Button
        variant="quiet"
        onClick={() => {
          void saveEveryDraft();
          picker.current?.click();
        }}
      >
        <Paperclip aria-hidden />
        {count > 0 ? `${count} attached` : 'Attach files'}
      </Button>
      <CameraButton small onOpen={() => void saveEveryDraft()} onPhoto={onAdd} />
    </>
  );
}
