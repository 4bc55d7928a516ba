import { useEffect, useRef } from 'react';
import { maxTextLength } from '../../contract/limits.ts';
import { Button } from '../../ui/Button.tsx';
import type { Photos } from '../../ui/files/usePhotos.ts';
import { GrowingArea } from '../../ui/form/GrowingArea.tsx';
import { AttachButton } from './AttachButton.tsx';
import bubble from './Bubble.module.css';
import styles from './Composer.module.css';
import { DraftFiles } from './DraftFiles.tsx';
import type { Editing } from './useEditing.ts';

type Props = {
  editing: Editing;
  photos: Photos;
  onChange: (content: Pick<Editing, 'text' | 'files'>) => void;
  onAddFiles: (files: readonly File[]) => void;
  onSave: () => void;
  onCancel: () => void;
};

/** A message that waits, being changed where it stands: it keeps its place in the line. */
export function EditBubble({ editing, photos, onChange, onAddFiles, onSave, onCancel }: Props) {
  const { text, files, error, busy } = editing;
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(-1, -1);
  }, []);
  return (
    <article className={bubble.row} data-own="" data-state="editing">
      <form
        className={bubble.bubble}
        aria-label="Change the message"
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave();
          else if (event.key === 'Escape') onCancel();
          else return;
          event.preventDefault();
        }}
      >
        <GrowingArea
          ref={input}
          className={styles.input}
          aria-label="Changed message"
          rows={2}
          maxLength={maxTextLength}
          value={text}
          onChange={(event) => onChange({ text: event.target.value, files })}
        />
        <DraftFiles
          files={files}
          photos={photos}
          onRemove={(file) => onChange({ text, files: files.filter((other) => other !== file) })}
        />
        <p role="alert" className={styles.error}>
          {error}
        </p>
        <div className={bubble.actions}>
          <AttachButton
            count={files.length}
            label="Files to attach to the changed message"
            onAdd={onAddFiles}
          />
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={text.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </article>
  );
}
