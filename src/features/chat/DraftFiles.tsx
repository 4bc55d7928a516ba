import { Paperclip, Pencil, X } from 'lucide';
import { useRef } from 'react';
import { saveEveryDraft } from '../../outbox/drafts/saveNow.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { isDrawable } from '../../ui/drawing/drawable.ts';
import { CameraButton } from '../../ui/files/CameraButton.tsx';
import { FileBytes, PhotoChoice } from '../../ui/files/PhotoChoice.tsx';
import { fileId } from '../../ui/files/photos.ts';
import { dialogAccept } from '../../ui/files/pickedFile.ts';
import type { Photos } from '../../ui/files/usePhotos.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Composer.module.css';
import type { Drawings } from './useDrawings.tsx';

type Props = {
  files: readonly File[];
  photos: Photos;
  onDraw?: (picture: File) => void;
  onRemove: (file: File) => void;
};

/** The files chosen for a message, each with a button to remove it, and how large photos are sent. */
export function DraftFiles({ files, photos, onDraw, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label="Attached files">
        {files.map((file) => (
          <li key={fileId(file)} className={styles.file}>
            <span className={styles.words}>
              <span className={styles.name} translate="no">
                {file.name}
              </span>
              <span className={styles.size}>
                <FileBytes file={file} isWaiting={photos.waiting.has(file)} onToggle={photos.toggle} />
              </span>
            </span>
            {onDraw && isDrawable(file) && (
              <IconButton icon={Pencil} label={`Draw on ${file.name}`} onClick={() => onDraw(file)} />
            )}
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

/** The drawings that were begun and left, by the user or by a phone that ended the app. */
export function UnfinishedDrawings({ drawings }: { drawings: Drawings }) {
  const { unfinished, resume, discard } = drawings;
  if (unfinished.length === 0) return null;
  return (
    <ul className={styles.files} aria-label="Unfinished drawings">
      {unfinished.map((drawing) => (
        <li key={drawing.id} className={styles.file}>
          <span className={styles.words}>
            Unfinished drawing on <span translate="no">{drawing.name}</span>
          </span>
          <Button variant="quiet" onClick={() => resume(drawing)}>
            Continue<span className="visually-hidden"> drawing on {drawing.name}</span>
          </Button>
          <IconButton
            icon={X}
            label={`Discard drawing on ${drawing.name}`}
            onClick={() => discard(drawing)}
          />
        </li>
      ))}
    </ul>
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
        accept={dialogAccept}
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
        <Icon of={Paperclip} />
        {count > 0 ? `${count} attached` : 'Attach files'}
      </Button>
      <CameraButton small onOpen={() => void saveEveryDraft()} onPhoto={onAdd} />
    </>
  );
}
