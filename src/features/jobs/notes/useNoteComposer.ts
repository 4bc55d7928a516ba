import { type RefObject, useMemo } from 'react';
import { maxMentions } from '../../../contract/limits.ts';
import { NoteForm } from '../../../contract/messages/noteForms.ts';
import type { Typed } from '../../../outbox/drafts/OpenDraft.ts';
import { openDraft } from '../../../outbox/drafts/openDrafts.ts';
import type { NoteRecord } from '../../../outbox/records/record.ts';
import { returnMessageToDraft } from '../../../outbox/sends/sendMessages.ts';
import { noteForm, sendNote } from '../../../outbox/sends/sendNotes.ts';
import { getOwner } from '../../../session/session.ts';
import { useProfile } from '../../../session/useSession.ts';
import { useSavedForm } from '../../../ui/form/useSavedForm.ts';
import { useStaff } from '../useStaff.tsx';
import { type Mentioned, mentionsIn } from './mentions.ts';

/** `mentioned`: the staff who were chosen while the note was typed, in the note or not. */
type Values = { note: string; mentioned: Mentioned };

const empty: Values = { note: '', mentioned: {} };

/** Puts one note in front of another. */
function joined(first: Partial<Values>, second: Partial<Values>): Values {
  return {
    note: [first.note, second.note].filter((text) => text?.trim()).join('\n\n'),
    mentioned: { ...first.mentioned, ...second.mentioned },
  };
}

/** Returns what was typed while `sent` was being enqueued. */
function rest(
  { content: now }: Typed<Partial<Values>>,
  { content: sent }: Typed<Partial<Values>>,
): Typed<Values> {
  const { note = '', mentioned = {} } = now ?? {};
  const { note: gone = '' } = sent ?? {};
  const left = note.startsWith(gone) ? note.slice(gone.length).trimStart() : note;
  return { content: left === '' ? null : { note: left, mentioned }, files: [] };
}

/** Spaces alone are not worth a draft. */
function isWorthSaving({ content }: Typed<Partial<Values>>): boolean {
  return Boolean(content?.note?.trim());
}

/** The unsent note of a job: saved as it is typed, and cleared only when it is enqueued. */
export function useNoteComposer(jobId: string, input: RefObject<HTMLTextAreaElement | null>) {
  const { email } = useProfile();
  const { employees } = useStaff();
  const open = (rules: Parameters<Parameters<typeof useSavedForm<typeof NoteForm, Values, never>>[2]>[0]) =>
    openDraft<Partial<Values>>(email, noteForm(jobId), { ...rules, rest, isWorthSaving });
  const form = useSavedForm(NoteForm, empty, open, joined);
  const { draft } = form;
  const { values } = form;
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
    const outgoing = { jobId, content: note, mentions, context: mentioned };
    await draft.current?.handOver((sent) => sendNote(getOwner(), outgoing, sent.clientId ?? id, sent));
  });

  /** Makes a note that waits the text of the field again, in front of what is typed. */
  async function returnToDraft(record: NoteRecord): Promise<void> {
    const content = { note: record.payload.content, mentioned: (record.context ?? {}) as Mentioned };
    await draft.current?.takeBack(record, content, (left) => returnMessageToDraft(record, left));
    input.current?.focus();
  }

  return { form, staff, mentioned, send, returnToDraft };
}
