import { Paperclip } from 'lucide';
import { useState } from 'react';
import { fileTypeMessage, totalBytes } from '../../contract/files/files.ts';
import { maxFiles, maxUploadBytes, totalFilesSizeMessage } from '../../contract/limits.ts';
import { fileSize } from '../../format/fileSize.ts';
import { CameraButton } from '../files/CameraButton.tsx';
import { PhotoChoice } from '../files/PhotoChoice.tsx';
import { dialogAccept, isUnconverted, unconvertedText } from '../files/pickedFile.ts';
import { Field, type FieldProps } from '../form/Field.tsx';
import { Icon } from '../Icon.tsx';
import { ChosenFiles } from './ChosenFiles.tsx';
import styles from './FilePicker.module.css';
import type { Sending } from './sentBytes.ts';
import { sizeHint } from './sizeHint.ts';
import { useChosenFiles } from './useChosenFiles.ts';

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
  /** They are sent nowhere: how large they are together does not matter. */
  staysHere?: boolean;
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
  staysHere = false,
  sending,
  onPick,
  ...field
}: Props) {
  const disabled = isOff || sending !== undefined;
  const [over, setOver] = useState(false);
  const { refused, dismiss, photos, add } = useChosenFiles(value, onChange, {
    typeMessage,
    sizeMessage,
    isLocked: disabled,
    keepsPhotos,
  });
  const bytes = totalBytes(value);
  // The form's own sentence would say that the file has the wrong type.
  const refusal = field.error && value.some(isUnconverted) ? unconvertedText : field.error;
  const error = refusal ?? (bytes > maxUploadBytes && !staysHere ? sizeMessage : undefined);

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
            if (disabled || !event.dataTransfer.types.includes('Files')) return;
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
                <Icon of={Paperclip} /> Choose files
              </label>
            </span>
            <CameraButton disabled={disabled} onOpen={onPick} onPhoto={(photos) => void add(photos)} />
            <span className={styles.drop}>or drag and drop</span>
          </div>
          <ChosenFiles
            files={value}
            refused={refused}
            disabled={disabled}
            sending={sending}
            waiting={photos.waiting}
            onToggle={photos.toggle}
            onRemove={(file) => onChange(value.filter((other) => other !== file))}
            onDismiss={dismiss}
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
              !staysHere &&
              `${value.length} of ${maxFiles} files · ${fileSize(bytes)} of ${fileSize(maxUploadBytes)}`}
          </output>
        </div>
      )}
    </Field>
  );
}
