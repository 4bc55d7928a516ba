import { type RefObject, useMemo, useRef } from 'react';
import { maxMentions } from '../../../contract/limits.ts';
import { NoteForm } from '../../../contract/messages/noteForms.ts';
import { openFormDraft } from '../../../outbox/drafts/formDraft.ts';
import type { NoteRecord } from '../../../outbox/records/record.ts';
import { noteForm, returnNoteToDraft, sendNote } from '../../../outbox/sendNotes.ts';
import { getOwner } from '../../../session/session.ts';
import { useProfile } from '../../../session/useSession.ts';
import { useSavedForm } from '../../../ui/form/useSavedForm.ts';
import { useStaff } from '../useStaff.tsx';
import { type Mentioned, mentionsIn } from './mentions.ts';

/** `mentioned`: the staff who were chosen while the note was typed, in the note or not. */
type Values = { note: string; mentioned: Mentioned };

const empty: Values = { note: '', mentioned: {} };

/** Puts one note in front of another. */
function joined(first: Values, second: Values): Values {
  return {
    note: [first.note, second.note].filter((text) => text.trim() !== '').join('\n\n'),
    mentioned: { ...first.mentioned, ...second.mentioned },
  };
}

/** Returns what was typed while `sent` was being enqueued. */
function without(now: Values, sent: Values): Values {
  const note = now.note.startsWith(sent.note) ? now.note.slice(sent.note.length).trimStart() : now.note;
  return note === '' ? empty : { ...now, note };
}

/** Opens the draft of a job's note; spaces alone are not worth one. */
function openDraft(email: string, jobId: string) {
  const draft = openFormDraft(email, noteForm(jobId));
  const put = (values: Partial<Values> | null) => draft.put(values?.note?.trim() ? values : null);
  return { ...draft, put };
}

/** The unsent note of a job: saved as it is typed, and cleared only when it is enqueued. */
export function useNoteComposer(jobId: string, input: RefObject<HTMLTextAreaElement | null>) {
  const { email } = useProfile();
  const { employees } = useStaff();
  const form = useSavedForm(NoteForm, empty, () => openDraft(email, jobId), joined);
  const { draft } = form;
  const { values } = form;
  const latest = useRef(values);
  latest.current = values;
  /** Nobody mentions themselves. */
  const staff = useMemo(() => employees.filter((one) => one.email !== email), [employees, email]);
  const mentioned = useMemo(() => mentionsIn(values.note, values.mentioned, staff), [values, staff]);
  /** Belongs to this text, so that it is sent once. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another note.
  const id = useMemo(() => crypto.randomUUID(), [values.note]);

  const send = form.submit(async ({ note }) => {
    const mentions = Object.keys(mentioned);
    if (mentions.length > maxMentions)
      throw new Error(`A note can mention up to ${maxMentions} staff members. Remove some of the names.`);
    const sent = await draft.current?.prepareSend(() => {
      const rest = without(latest.current, values);
      return rest === empty ? null : rest;
    });
    if (!sent) return;
    await sendNote(
      getOwner(),
      { jobId, content: note, mentions, context: mentioned },
      sent.clientId ?? id,
      sent,
    );
    form.reset(without(latest.current, values));
  });

  /** Makes a note that waits the text of the field again, in front of what is typed. */
  async function returnToDraft(record: NoteRecord): Promise<void> {
    const before = { note: record.payload.content, mentioned: (record.context ?? {}) as Mentioned };
    const content = joined(before, latest.current);
    const sent = form.isRead ? await draft.current?.prepareSend() : undefined;
    if (!sent) return;
    await returnNoteToDraft(record, { ...sent, content });
    form.reset(content);
    input.current?.focus();
  }

  return { form, staff, mentioned, send, returnToDraft };
}
