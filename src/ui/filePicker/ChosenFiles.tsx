import { X } from 'lucide';
import { fileSize } from '../../format/fileSize.ts';
import { IconButton } from '../Button.tsx';
import { FileName } from '../files/FileName.tsx';
import { FileBytes } from '../files/PhotoChoice.tsx';
import { fileId } from '../files/photos.ts';
import { typeWord } from '../files/pickedFile.ts';
import styles from './FilePicker.module.css';
import { type Sending, sentBytes } from './sentBytes.ts';

/** A file that was not added. */
export type Refused = { name: string; reason: string };

type Props = {
  files: readonly File[];
  refused: readonly Refused[];
  disabled: boolean;
  sending: Sending | null | undefined;
  /** Photos that wait for a connection to be converted. */
  waiting: ReadonlySet<File>;
  onRemove: (file: File) => void;
  /** Asks for a photo in its other size. */
  onToggle: (file: File) => void;
  onDismiss: (refused: Refused) => void;
};

/** The chosen files, each with its type and size; below them the refused ones, each with the reason. */
export function ChosenFiles(props: Props) {
  const { files, refused, disabled, sending, waiting, onRemove, onToggle, onDismiss } = props;
  const sent = sending === undefined ? undefined : sentBytes(files, sending ?? { transferred: 0, total: 0 });
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
                    aria-label={`Upload progress for ${file.name}`}
                    value={sent[at]}
                    max={file.size}
                  />
                )}
                <span className={styles.size}>
                  {sent ? (
                    `${fileSize(sent[at] ?? 0)} of ${fileSize(file.size)}`
                  ) : (
                    <FileBytes
                      file={file}
                      isWaiting={waiting.has(file)}
                      disabled={disabled}
                      onToggle={onToggle}
                    />
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
          <ul className={styles.files} aria-label="Files that weren’t added">
            {refused.map((one) => (
              <li key={one.name} className={styles.file} data-refused="">
                <span className={styles.name}>
                  <strong translate="no">{one.name}</strong> wasn’t added. {one.reason}
                </span>
                <IconButton
                  icon={X}
                  label={`Dismiss message about ${one.name}`}
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
