import { X } from 'lucide-react';
import { fileSize } from '../format/fileSize.ts';
import { FileName } from './FileName.tsx';
import styles from './FilePicker.module.css';
import { IconButton } from './IconButton.tsx';
import { PhotoBytes } from './PhotoBytes.tsx';
import { fileId } from './photos.ts';
import { typeWord } from './pickedFile.ts';
import { type Sending, sentOf } from './sentOf.ts';

export type Refused = { name: string; reason: string };

type Props = {
  files: readonly File[];
  refused: readonly Refused[];
  disabled: boolean;
  /** While they are sent: how far the request is; null before its first byte. */
  sending: Sending | null | undefined;
  onRemove: (file: File) => void;
  /** Asks for a photo in its other size. */
  onToggle: (file: File) => void;
  onDismiss: (refused: Refused) => void;
};

/** The chosen files, each with its type and size; below them those that were refused, each with the reason. */
export function FileList({ files, refused, disabled, sending, onRemove, onToggle, onDismiss }: Props) {
  const sent = sending === undefined ? undefined : sentOf(files, sending ?? { transferred: 0, total: 0 });
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map((file, at) => (
            <li key={fileId(file)} className={styles.file}>
              <span className={styles.type}>{typeWord(file)}</span>
              <span className={styles.name}>
                <FileName name={file.name} />
                {sent && (
                  <progress
                    className={styles.sent}
                    aria-label={`${file.name}, sent`}
                    value={sent[at]}
                    max={file.size}
                  />
                )}
                <span className={styles.size}>
                  {sent ? (
                    `${fileSize(sent[at] ?? 0)} of ${fileSize(file.size)}`
                  ) : (
                    <PhotoBytes file={file} disabled={disabled} onToggle={onToggle} />
                  )}
                </span>
              </span>
              <IconButton
                icon={X}
                label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => onRemove(file)}
              />
            </li>
          ))}
        </ul>
      )}
      <div role="alert" className={styles.refused}>
        {refused.length > 0 && (
          <ul className={styles.files} aria-label="Files that cannot be sent">
            {refused.map((one) => (
              <li key={one.name} className={styles.file} data-refused="">
                <span className={styles.name}>
                  <strong>{one.name}</strong> was not added. {one.reason}
                </span>
                <IconButton
                  icon={X}
                  label={`Dismiss the note on ${one.name}`}
                  onClick={() => onDismiss(one)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
