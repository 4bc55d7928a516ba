import * as v from 'valibot';
import * as saved from '../../outbox/drafts/drafts.ts';

/** A change of a waiting message while it is typed: a draft like any other, bound to the message by its key. */
export type SavedEdit = {
  /** The message's `clientId`. */
  of: string;
  text: string;
  /** All that it was to have from then on; null while they were those of the message. */
  files: File[] | null;
};

const Content = v.object({ version: v.literal(1), text: v.string(), hasOwnFiles: v.boolean() });

function beginning(jobId: string): string {
  return `chat-edit:${jobId}:`;
}

export function editFormOf(jobId: string, clientId: string): string {
  return beginning(jobId) + clientId;
}

/** @param files null while they are those of the message: its bytes are not copied */
export function saveEdit(
  email: string,
  form: string,
  text: string,
  files: readonly File[] | null,
): Promise<void> {
  return saved
    .keepDraft(email, form, { version: 1, text, hasOwnFiles: files !== null }, files ?? [])
    .catch((error: unknown) => console.warn('A change is not saved in this browser:', error));
}

/** Changes of a job's messages that were left by a reload, a crash or a closed chat, the latest first. */
export async function leftEdits(email: string, jobId: string): Promise<SavedEdit[]> {
  const left: SavedEdit[] = [];
  for (const form of await saved.draftForms(email, beginning(jobId))) {
    const draft = await saved.readDraft(email, form);
    if (!draft || !v.is(Content, draft.content)) continue;
    const { text, hasOwnFiles } = draft.content;
    left.push({ of: form.slice(beginning(jobId).length), text, files: hasOwnFiles ? draft.files : null });
  }
  return left;
}
