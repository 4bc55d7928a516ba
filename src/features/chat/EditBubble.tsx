import { useEffect, useId, useRef } from 'react';
import { maxTextLength } from '../../contract/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { sizeHint } from '../../ui/filePicker/sizeHint.ts';
import { GrowingArea } from '../../ui/form/GrowingArea.tsx';
import { tooLongText } from '../../ui/form/tooLongText.ts';
import styles from './Composer.module.css';
import { AttachButton, DraftFiles } from './DraftFiles.tsx';
import bubble from './messages/Bubble.module.css';
import type { Editing, Editor } from './useEditing.ts';

type Props = Omit<Editor, 'editing' | 'begin'> & { editing: Editing };

/** A queued message that is being edited in its place in the queue. */
export function EditBubble({ editing, unsaved, photos, change, addFiles, save, cancel }: Props) {
  const { text, files, error, busy } = editing;
  const excess = tooLongText(text, maxTextLength);
  const excessId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(-1, -1);
  }, []);
  return (
    <article className={bubble.row} data-own="" data-state="editing">
      <form
        className={bubble.bubble}
        aria-label="Edit message"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
          else if (event.key === 'Escape') cancel();
          else return;
          event.preventDefault();
        }}
      >
        <GrowingArea
          ref={input}
          className={styles.input}
          aria-label="Message"
          rows={2}
          aria-describedby={excessId}
          aria-invalid={excess !== '' || undefined}
          value={text}
          onChange={(event) => change({ text: event.target.value, files })}
        />
        <p id={excessId} className={styles.error}>
          {excess}
        </p>
        <DraftFiles
          files={files}
          photos={photos}
          onRemove={(file) => change({ text, files: files.filter((other) => other !== file) })}
        />
        <p role="status" className={styles.note}>
          {unsaved}
        </p>
        <p role="alert" className={styles.error}>
          {error}
          {sizeHint(error) && <span>{sizeHint(error)}</span>}
        </p>
        <div className={bubble.actions}>
          <AttachButton count={files.length} label="Attach files to this message" onAdd={addFiles} />
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={text.trim() === '' || excess !== ''}>
            Save
          </Button>
        </div>
      </form>
    </article>
  );
}
