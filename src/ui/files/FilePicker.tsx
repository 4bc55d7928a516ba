import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { fileTypeMessage, totalBytes } from '../../contract/files.ts';
import { maxFiles, maxUploadBytes, totalFilesSizeMessage } from '../../contract/limits.ts';
import { fileSize } from '../../format/fileSize.ts';
import { IconButton } from '../Button.tsx';
import { Field, type FieldProps } from '../form/Field.tsx';
import { CameraButton } from './CameraButton.tsx';
import { FileName } from './FileName.tsx';
import styles from './FilePicker.module.css';
import { FileBytes, PhotoChoice } from './PhotoChoice.tsx';
import { fileId, pickedOf } from './photos.ts';
import {
  checkedFile,
  dialogAccept,
  isSameFile,
  isUnconverted,
  typeWord,
  unconvertedText,
} from './pickedFile.ts';
import { type Sending, sentBytes } from './sentBytes.ts';
import { sizeHint } from './sizeHint.ts';
import { usePhotos } from './usePhotos.ts';

type Props = FieldProps & {
  name: string;
  value: readonly File[];
  onChange: (files: File[]) => void;
  /** The form's wording for a file of another type, and for too many bytes (§5). */
  typeMessage?: string;
  sizeMessage?: string;
  disabled?: boolean;
  /** Photos are documents here and keep their size. */
  keepsPhotos?: boolean;
  /** While the files are sent: the progress of the request, null before its first byte. They cannot be changed then. */
  sending?: Sending | null | undefined;
  /** Called before the file dialog or the camera opens: a phone may end the app meanwhile. */
  onPick?: (() => void) | undefined;
};

/**
 * Takes files by drop, from the file dialog or from the camera. Files that cannot be sent are refused at once, with the reason, and
 * never get into `value`.
 */
export function FilePicker({
  name,
  value,
  onChange,
  typeMessage = fileTypeMessage,
  sizeMessage = totalFilesSizeMessage,
  disabled: isOff = false,
  keepsPhotos = false,
  sending,
  onPick,
  ...field
}: Props) {
  const disabled = isOff || sending !== undefined;
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [over, setOver] = useState(false);
  const bytes = totalBytes(value);
  // Checking a file takes time, in which others may be chosen or removed.
  const chosen = useRef(value);
  chosen.current = value;
  const isSending = useRef(disabled);
  isSending.current = disabled;
  // The form's own sentence would say that the file has the wrong type.
  const refusal = field.error && value.some(isUnconverted) ? unconvertedText : field.error;
  const error = refusal ?? (bytes > maxUploadBytes ? sizeMessage : undefined);

  function put(files: File[]) {
    chosen.current = files;
    onChange(files);
  }

  const photos = usePhotos(value, {
    replace(before, now) {
      if (isSending.current || !chosen.current.includes(before)) return;
      put(chosen.current.map((file) => (file === before ? now : file)));
    },
    refuse(file, reason) {
      if (!chosen.current.includes(file)) return;
      put(chosen.current.filter((other) => other !== file));
      setRefused((before) => [...before, { name: file.name, reason }]);
    },
    keepsSize: keepsPhotos,
  });

  async function add(list: Iterable<File>) {
    const isHere = (file: File) => value.some((other) => isSameFile(pickedOf(other), file));
    const picked = [...list].filter((file) => !isHere(file));
    const checked = await Promise.all(picked.map((file) => checkedFile(file, typeMessage, sizeMessage)));
    setRefused(
      checked.flatMap((reason, at) =>
        typeof reason === 'string' ? [{ name: picked[at]?.name ?? '', reason }] : [],
      ),
    );
    const taken = checked.filter((file) => typeof file !== 'string');
    if (taken.length === 0) return;
    put([...chosen.current, ...taken]);
    await photos.added(taken);
  }

  return (
    <Field {...field} error={error} hint={sizeHint(error) || field.hint}>
      {(control) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the buttons inside do the same.
        <div
          className={styles.picker}
          data-over={over || undefined}
          data-invalid={error ? '' : undefined}
          onDragOver={(event) => {
            if (disabled || !event.dataTransfer.types.includes('Files')) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            if (disabled) return;
            event.preventDefault();
            setOver(false);
            void add(event.dataTransfer.files);
          }}
        >
          <div className={styles.ways}>
            <span className={styles.way}>
              <input
                {...control}
                type="file"
                className="visually-hidden"
                accept={dialogAccept}
                name={name}
                multiple
                disabled={disabled}
                onClick={onPick}
                onChange={(event) => {
                  void add(event.target.files ?? []);
                  // The same file can be chosen again after it was removed.
                  event.target.value = '';
                }}
              />
              <label className={styles.button} htmlFor={control.id} data-disabled={disabled || undefined}>
                <Paperclip aria-hidden /> Choose files
              </label>
            </span>
            <CameraButton disabled={disabled} onOpen={onPick} onPhoto={(photos) => void add(photos)} />
            <span className={styles.drop}>or drag and drop</span>
          </div>
          <FileList
            files={value}
            refused={refused}
            disabled={disabled}
            sending={sending}
            waiting={photos.waiting}
            onToggle={photos.toggle}
            onRemove={(file) => onChange(value.filter((other) => other !== file))}
            onDismiss={(one) => setRefused(refused.filter((other) => other !== one))}
          />
          {!keepsPhotos && (
            <PhotoChoice
              files={value}
              busy={photos.busy}
              disabled={disabled}
              onChoose={(smaller) => photos.choose(smaller ? 'smaller' : 'original', value)}
            />
          )}
          <output className={styles.total}>
            {value.length > 0 &&
              `${value.length} of ${maxFiles} files · ${fileSize(bytes)} of ${fileSize(maxUploadBytes)}`}
          </output>
        </div>
      )}
    </Field>
  );
}

type Refused = { name: string; reason: string };

type FileListProps = {
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
function FileList(props: FileListProps) {
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
