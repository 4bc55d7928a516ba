import * as v from 'valibot';
import * as saved from '../../outbox/drafts/drafts.ts';

/** The draft of an edit of a queued message. */
export type SavedEdit = {
  /** The message's `clientId`. */
  of: string;
  text: string;
  /** All files of the edited message; null while they are those of the record. */
  files: File[] | null;
};

const Content = v.object({ version: v.literal(1), text: v.string(), hasOwnFiles: v.boolean() });

function prefixOf(jobId: string): string {
  return `chat-edit:${jobId}:`;
}

export function editFormOf(jobId: string, clientId: string): string {
  return prefixOf(jobId) + clientId;
}

/** @param files null while they are those of the record, so that no bytes are copied */
export function saveEdit(
  email: string,
  form: string,
  text: string,
  files: readonly File[] | null,
): Promise<void> {
  return saved
    .saveDraft(email, form, { version: 1, text, hasOwnFiles: files !== null }, files ?? [])
    .catch((error: unknown) => console.warn('A change is not saved in this browser:', error));
}

/** Returns the edit of a message that was left; null without one. */
export async function leftEdit(email: string, form: string): Promise<Omit<SavedEdit, 'of'> | null> {
  const draft = await saved.readDraft(email, form);
  if (!draft || !v.is(Content, draft.content)) return null;
  const { text, hasOwnFiles } = draft.content;
  return { text, files: hasOwnFiles ? draft.files : null };
}

/** Returns the edits of a job's messages that a reload, a crash or a closed chat interrupted, the latest first. */
export async function leftEdits(email: string, jobId: string): Promise<SavedEdit[]> {
  const left: SavedEdit[] = [];
  for (const form of await saved.draftForms(email, prefixOf(jobId))) {
    const edit = await leftEdit(email, form);
    if (edit) left.push({ of: form.slice(prefixOf(jobId).length), ...edit });
  }
  return left;
}
