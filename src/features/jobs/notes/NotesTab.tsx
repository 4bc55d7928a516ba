import { EyeOff, NotebookPen } from 'lucide';
import { useId, useRef, useSyncExternalStore } from 'react';
import type { StaffNote } from '../../../contract/messages/note.ts';
import { cannotStoreText } from '../../../outbox/records/OutboxError.ts';
import { canStore, onWaitingChange } from '../../../outbox/records/waiting.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { sendKeysText } from '../../../ui/form/sendKeys.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { LongText } from '../../../ui/text/LongText.tsx';
import { MessageTime } from '../../../ui/text/MessageTime.tsx';
import { useRetainedFocus } from '../../../ui/useRetainedFocus.ts';
import { MentionArea } from './MentionArea.tsx';
import { NoteAnnouncer } from './NoteAnnouncer.tsx';
import styles from './NotesTab.module.css';
import { useNoteComposer } from './useNoteComposer.ts';
import { useNotes } from './useNotes.ts';
import { WaitingNote } from './WaitingNote.tsx';

const names = new Intl.ListFormat('en', { type: 'conjunction' });

/** The staff notes of a job, for staff: never on paper, which may be a client's. */
export function NotesTab({ jobId }: { jobId: string }) {
  const titleId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const { query, notes, isPart, waiting, records } = useNotes(jobId);
  const composer = useNoteComposer(jobId, input);
  const ids = [...waiting.map(({ record }) => record.clientId), ...(notes ?? []).map(({ noteId }) => noteId)];
  const list = useRetainedFocus(ids);
  return (
    <section className={`sheet stack ${styles.notes}`} aria-labelledby={titleId} data-no-print="">
      <h2 className="section-title" id={titleId}>
        Staff notes
      </h2>
      <p className={styles.only}>
        <Icon of={EyeOff} />
        Only staff can read notes. Clients never see them.
      </p>
      <NoteComposer composer={composer} input={input} />
      <NoteAnnouncer notes={notes} waiting={waiting} records={records} />
      {ids.length > 0 && (
        <ul ref={list} className={styles.list} aria-label="Notes, newest first">
          {waiting.map((echo) => (
            <WaitingNote
              key={echo.record.clientId}
              echo={echo}
              records={records}
              onEdit={composer.returnToDraft}
            />
          ))}
          {notes?.map((note) => (
            <Note key={note.noteId} note={note} />
          ))}
        </ul>
      )}
      {notes?.length === 0 && waiting.length === 0 && (
        <EmptyState
          title="No staff notes yet"
          text="Write down what colleagues need to know about this job. Mention someone to notify them."
        />
      )}
      {isPart && (
        <p className="row" role="status">
          Couldn’t load earlier notes.{' '}
          <Button variant="quiet" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!notes && query.isError && <TryAgain query={query} what="staff notes" />}
      {!notes && !query.isError && (
        <div className="stack" aria-busy="true" role="status" aria-label="Loading staff notes">
          <Skeleton height="4.5rem" />
          <Skeleton height="4.5rem" />
        </div>
      )}
    </section>
  );
}

type ComposerProps = {
  composer: ReturnType<typeof useNoteComposer>;
  input: React.RefObject<HTMLTextAreaElement | null>;
};

/** The field of a new note. */
function NoteComposer({ composer, input }: ComposerProps) {
  const { form, staff, mentioned, send } = composer;
  const isStorable = useSyncExternalStore(onWaitingChange, canStore);
  const field = form.field('note');
  const isReady = form.isRead && field.value.trim() !== '';
  const mentions = Object.entries(mentioned).map(([email, userName]) => {
    const isShared = Object.values(mentioned).filter((name) => name === userName).length > 1;
    return isShared ? `${userName} (${email})` : userName;
  });
  return (
    <form
      ref={form.ref}
      noValidate
      className="stack"
      data-tight=""
      aria-label="New staff note"
      onSubmit={send}
    >
      <Field
        label="New note for staff"
        required
        hint="Type @ and a name to mention and notify a colleague."
        error={field.error}
      >
        {(control) => (
          <MentionArea
            {...control}
            ref={input}
            name={field.name}
            placeholder="Type a note for staff…"
            value={field.value}
            onChange={field.onChange}
            staff={staff}
            onMention={({ email, userName }) =>
              form.set('mentioned', { ...form.values.mentioned, [email]: userName })
            }
            onSend={() => isReady && send()}
          />
        )}
      </Field>
      {!isStorable && <p className="soft small">{cannotStoreText}</p>}
      {isStorable && form.unsaved && (
        <p role="status" className="soft small">
          {form.unsaved}
        </p>
      )}
      <p role="alert" className={styles.failure}>
        {form.failure?.message}
      </p>
      <output className="small">{mentions.length > 0 && `Notifies ${names.format(mentions)}`}</output>
      <p className="row">
        <Button type="submit" className={styles.add} disabled={!isReady} busy={form.busy}>
          <Icon of={NotebookPen} />
          Add note
        </Button>
        <span className={`small soft ${styles.keys}`}>{sendKeysText()} to add</span>
      </p>
    </form>
  );
}

function Note({ note }: { note: StaffNote }) {
  const { fromUserName, content, createdTimestamp, writtenTimestamp, mentions } = note;
  return (
    <li className={styles.note}>
      <p className="small">
        <strong>
          <bdi translate="no">{fromUserName}</bdi>
        </strong>{' '}
        <span className="soft">
          <MessageTime sent={createdTimestamp} written={writtenTimestamp} />
        </span>
      </p>
      <LongText text={content} of={`the note from ${fromUserName}`}>
        <LinkedText text={content} />
      </LongText>
      {mentions.length > 0 && (
        <p className="small soft">
          Mentions <bdi translate="no">{names.format(mentions.map(({ userName }) => userName))}</bdi>
        </p>
      )}
    </li>
  );
}
