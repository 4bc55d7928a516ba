import { ChevronUp, Send, TextQuote } from 'lucide';
import { type RefObject, useId, useRef } from 'react';
import { maxTextLength } from '../../contract/limits.ts';
import { cannotStoreText } from '../../outbox/records/OutboxError.ts';
import { useReplyPicker } from '../../replies/useReplyPicker.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { sizeHint } from '../../ui/filePicker/sizeHint.ts';
import { pastedFiles } from '../../ui/files/pastedFiles.ts';
import type { Photos } from '../../ui/files/usePhotos.ts';
import { GrowingArea } from '../../ui/form/GrowingArea.tsx';
import { doesEnterSend, isSendKey, sendKeysText } from '../../ui/form/sendKeys.ts';
import { tooLongText } from '../../ui/form/tooLongText.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './Composer.module.css';
import { AttachButton, DraftFiles, UnfinishedDrawings } from './DraftFiles.tsx';
import type { Draft } from './messageDraft.ts';
import { suggestedText } from './messages/conversation.ts';
import type { Picked } from './useComposer.ts';
import type { Drawings } from './useDrawings.tsx';
import { useCanStore, useUpload } from './useOutbox.ts';

type Props = {
  ref: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  jobId: string;
  project: string;
  /** Why the files or the message were refused; empty when they were not. */
  error: string;
  /** What of it is not saved on this device; empty when all of it is. */
  unsaved: string;
  /** The message is being enqueued or, where nothing can be stored, sent. */
  busy: boolean;
  photos: Photos;
  drawings: Drawings;
  onChange: (content: Pick<Draft, 'text' | 'files'>) => void;
  onAddFiles: (files: Picked) => void;
  onSend: () => void;
  /** How many messages of the other side the reader can mark as addressed with this one. */
  openCount: number;
  onSendAndMark: () => void | Promise<void>;
};

/** The form of a new message. A message needs a text (§5); one is suggested for files without. */
export function Composer(props: Props) {
  const { ref, draft, project, error, busy, photos, drawings, onChange, onAddFiles, onSend, openCount } =
    props;
  const { unsaved } = props;
  const hintId = useId();
  const excessId = useId();
  const { text, files } = draft;
  const hasText = text.trim() !== '';
  const excess = tooLongText(text, maxTextLength);
  const canSend = hasText && excess === '';
  const picker = useReplyPicker({ input: ref, jobIds: [props.jobId], onFiles: onAddFiles });
  const canStore = useCanStore();
  const upload = useUpload(draft.id);
  const suggestion = hasText ? '' : suggestedText(files, project);

  function send(how = onSend) {
    if (!canSend || busy) return;
    // The pressed button is disabled or gone afterwards, and the keyboard's focus would be lost.
    if (document.activeElement?.matches('button:focus-visible')) ref.current?.focus();
    how();
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DraftFiles
        files={files}
        photos={photos}
        onDraw={drawings.start}
        onRemove={(file) => onChange({ text, files: files.filter((other) => other !== file) })}
      />
      <UnfinishedDrawings drawings={drawings} />
      {upload && upload.total > 0 && (
        <Progress label="Sending…" value={upload.transferred} max={upload.total} />
      )}
      <Notes canStore={canStore} unsaved={unsaved} error={error} />
      {suggestion && (
        <Button className={styles.offer} onClick={() => onChange({ text: suggestion, files })}>
          Use “{suggestion}”
        </Button>
      )}
      {picker.list}
      <GrowingArea
        {...picker.control}
        ref={ref}
        className={styles.input}
        aria-label="Message"
        aria-describedby={`${hintId} ${excessId}`}
        aria-invalid={excess !== '' || undefined}
        placeholder="Type your message…"
        enterKeyHint={doesEnterSend() ? 'send' : undefined}
        rows={2}
        value={text}
        onChange={(event) => {
          onChange({ text: event.target.value, files });
          picker.look(event.target);
        }}
        onSelect={(event) => picker.look(event.currentTarget)}
        onBlur={picker.leave}
        onKeyDown={(event) => {
          if (picker.onKeyDown(event) || !isSendKey(event)) return;
          event.preventDefault();
          send(event.shiftKey && openCount > 0 ? props.onSendAndMark : onSend);
        }}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData);
          if (pasted.length === 0) return;
          event.preventDefault();
          onAddFiles(pasted);
        }}
      />
      <p id={excessId} className={styles.error}>
        {excess}
      </p>
      <div className={styles.bar}>
        {picker.canOpen && (
          <IconButton
            icon={TextQuote}
            label="Saved replies"
            // The field keeps the focus, and its caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={picker.open}
          />
        )}
        <AttachButton count={files.length} label="Files to attach" onAdd={onAddFiles} />
        <span id={hintId} className={styles.hint}>
          {sendKeysText()} to send
        </span>
        <SendButtons
          canSend={canSend}
          busy={busy}
          openCount={openCount}
          onSendAndMark={() => send(props.onSendAndMark)}
        />
      </div>
    </form>
  );
}

/** Says what is not saved, and why something was refused. */
function Notes({ canStore, unsaved, error }: Pick<Props, 'unsaved' | 'error'> & { canStore: boolean }) {
  return (
    <>
      {!canStore && <p className={styles.note}>{cannotStoreText}</p>}
      <p role="status" className={styles.note}>
        {canStore && unsaved}
      </p>
      <p role="alert" className={styles.error}>
        {error}
        {sizeHint(error) && <span>{sizeHint(error)}</span>}
      </p>
    </>
  );
}

type SendButtonsProps = Pick<Props, 'busy' | 'openCount' | 'onSendAndMark'> & { canSend: boolean };

/** Submits the form or, from a menu, marks with it what it answers. */
function SendButtons({ canSend, busy, openCount, onSendAndMark }: SendButtonsProps) {
  const menuId = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <span className={styles.send}>
      <Button type="submit" variant="primary" disabled={!canSend} busy={busy}>
        <Icon of={Send} />
        Send
      </Button>
      {openCount > 0 && (
        <>
          <Button
            variant="primary"
            className={styles.more}
            aria-label="More ways to send"
            title="More ways to send"
            disabled={!canSend}
            busy={busy}
            popoverTarget={menuId}
          >
            <Icon of={ChevronUp} />
          </Button>
          <div id={menuId} ref={menu} popover="auto" className={styles.ways}>
            <Button
              variant="quiet"
              onClick={() => {
                menu.current?.hidePopover();
                onSendAndMark();
              }}
            >
              Send and mark {openCount} addressed
            </Button>
          </div>
        </>
      )}
    </span>
  );
}
