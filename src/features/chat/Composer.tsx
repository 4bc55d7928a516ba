import { Paperclip, Send, X } from 'lucide-react';
import { type Ref, useId, useRef } from 'react';
import { pickerAccept } from '../../contract/files.ts';
import { maxTextLength } from '../../contract/limits.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './Composer.module.css';
import { captionOffer } from './conversation.ts';
import type { Draft } from './drafts.ts';

type Props = {
  ref: Ref<HTMLTextAreaElement>;
  draft: Draft;
  project: string;
  /** Why the last files or the message were not taken; empty when all is right. */
  error: string;
  onChange: (draft: Draft) => void;
  onAddFiles: (files: readonly File[]) => void;
  onSend: () => void;
};

const sendKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘+Enter' : 'Ctrl+Enter';

/** Text and files of the message being written. Send needs a text (§5); files alone are offered one. */
export function Composer({ ref, draft, project, error, onChange, onAddFiles, onSend }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const { text, files } = draft;
  const sendable = text.trim() !== '';
  const offer = sendable ? '' : captionOffer(files, project);

  function send() {
    if (sendable) onSend();
  }
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {files.length > 0 && (
        <ul className={styles.files} aria-label="Attached files">
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
              <span className={styles.name}>{file.name}</span>
              <span className={styles.size}>{fileSize(file.size)}</span>
              <IconButton
                icon={X}
                label={`Remove ${file.name}`}
                onClick={() => onChange({ text, files: files.filter((other) => other !== file) })}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className={styles.error}>
        {error}
      </p>
      {offer && (
        <Button className={styles.offer} onClick={() => onChange({ text: offer, files })}>
          Use “{offer}” as the message
        </Button>
      )}
      <textarea
        ref={ref}
        className={styles.input}
        aria-label="Message"
        aria-describedby={hintId}
        placeholder="Type your message…"
        rows={2}
        maxLength={maxTextLength}
        value={text}
        onChange={(event) => onChange({ text: event.target.value, files })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing)
            return;
          event.preventDefault();
          send();
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          onAddFiles([...event.clipboardData.files]);
        }}
      />
      <div className={styles.bar}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          accept={pickerAccept.join(',')}
          aria-label="Files to attach"
          onChange={(event) => {
            onAddFiles([...(event.target.files ?? [])]);
            // The same file can then be chosen again after it was removed.
            event.target.value = '';
          }}
        />
        <Button variant="quiet" onClick={() => picker.current?.click()}>
          <Paperclip aria-hidden />
          {files.length > 0 ? `${files.length} attached` : 'Attach files'}
        </Button>
        <span id={hintId} className={styles.hint}>
          {sendKeys} sends
        </span>
        <Button type="submit" variant="primary" disabled={!sendable}>
          <Send aria-hidden />
          Send
        </Button>
      </div>
    </form>
  );
}
