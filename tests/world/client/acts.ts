import { call } from '../../../src/api/client.ts';
import { requestSignOut, signOutQuestion } from '../../../src/app/signOut/leaving.ts';
import { changeDraft, chatDraft, sendDraft } from '../../../src/features/chat/chatDrafts.ts';
import { pageOutbox } from '../../../src/outbox/pageOutbox.ts';
import { readChosenFile } from '../../../src/outbox/records/fileBytes.ts';
import { updateProfile } from '../../../src/outbox/sends/send.ts';
import { type JobChanges, reportJob, updateJob } from '../../../src/outbox/sends/sendJobs.ts';
import { sendMessage, setMessageStatus } from '../../../src/outbox/sends/sendMessages.ts';
import { sendSaved } from '../../../src/outbox/sends/sendSaved.ts';
import { sendSnooze } from '../../../src/outbox/sends/sendSnoozes.ts';
import { signIn } from '../../../src/session/authActions.ts';
import { getOwner, getSession } from '../../../src/session/session.ts';
import { jobOnScreen } from './screens.ts';

/** What a user does on a page: through the functions that the screens call. */

function active() {
  const session = getSession();
  if (session.stage !== 'active') throw new Error('Nobody is signed in.');
  return session;
}

export function typeText(jobId: string, text: string): void {
  const { email } = active();
  const { files } = chatDraft(email, jobId);
  changeDraft(email, jobId, { text, files });
}

/** Adds a file to what is typed. */
export function attach(jobId: string, name: string, bytes: BlobPart): void {
  const { email } = active();
  const { text, files } = chatDraft(email, jobId);
  changeDraft(email, jobId, { text, files: [...files, new File([bytes], name)] });
}

/** Sends what is typed, as the composer does. @param onKey gets its key, the hashes of its files, and its text */
export async function sendTyped(
  jobId: string,
  onKey: (key: string, hashes: string[], text: string) => void,
): Promise<void> {
  const { email, profile } = active();
  const draft = chatDraft(email, jobId);
  const job = jobOnScreen(jobId);
  if (!job || draft.text === '' || profile.userType === 'UNSPECIFIED') return;
  const message = {
    jobId,
    jobReporter: job.jobReporter,
    assignedTo: job.assignedTo,
    content: draft.text,
    fromUserType: profile.userType,
  };
  const copies = await Promise.all(draft.files.map(readChosenFile));
  const hashes = copies.map(({ sha256 }) => sha256);
  await sendDraft(email, jobId, draft, (saved) => {
    const key = saved.clientId ?? draft.id;
    onKey(key, hashes, draft.text);
    return sendMessage(getOwner(), message, copies, key, saved);
  });
}

/** Deletes a record that waits. */
export async function discard(key: string): Promise<void> {
  await pageOutbox().discardUnsent(getOwner()?.uid ?? '', key);
}

export async function retry(key: string): Promise<void> {
  await pageOutbox().retry(getOwner()?.uid ?? '', key);
}

export async function mark(
  jobId: string,
  communicationId: string,
  status: 'NEW' | 'ADDRESSED',
): Promise<void> {
  await setMessageStatus(getOwner(), { communicationId, jobId, status });
}

/** Puts a chat off until a time in seconds, or no more. @param seen the newest message that is shown of it */
export async function snooze(jobId: string, until: number, seen: number): Promise<void> {
  await sendSnooze(getOwner(), { jobId, until, seen });
}

/** Changes a job, with files or without; with one tap, it can be undone for a moment. */
export async function change(
  jobId: string,
  changes: object,
  undoWindowMs: number,
  content: readonly BlobPart[] = [],
): Promise<string | null> {
  const { email } = active();
  const job = jobOnScreen(jobId);
  if (!job) return null;
  const update = { evJobId: jobId, jobUpdateUser: email, version: job.version, ...changes } as JobChanges;
  const files = content.map((bytes) => new File([bytes], 'report.pdf'));
  const sent = await updateJob(update, { undoWindowMs, files });
  return sent.is === 'queued' ? sent.clientId : null;
}

export async function report(job: object): Promise<string | null> {
  const sent = await reportJob(job as never);
  return sent.is === 'queued' ? sent.clientId : null;
}

/** Adds a staff note, under a key of its own. */
export async function addNote(jobId: string, content: string, key: string): Promise<void> {
  const owner = getOwner();
  if (owner)
    await pageOutbox().send(owner, { kind: 'note', jobId, payload: { content }, context: {} }, [], key);
}

export async function enter(email: string): Promise<void> {
  await signIn(email, 'stamped-2026');
}

/** Signs out; what waits stays on the device, or goes. */
export async function leave(keep: boolean): Promise<void> {
  const answer = () => signOutQuestion.get()?.answer(keep ? 'keep' : 'discard');
  signOutQuestion.subscribe(answer);
  await requestSignOut();
}

export async function changeProfile(changes: object): Promise<void> {
  await updateProfile(changes as never);
}

export async function search(text: string): Promise<unknown> {
  return call('search', { body: { text } as never });
}

export async function erase(email: string, idempotencyKey: string): Promise<void> {
  await call('eraseUser', { body: { email, keepCompany: false }, idempotencyKey });
}

/** Saves a reply of one's own, or a view of the list of jobs. */
export async function save(kind: 'savedReply' | 'view', id: string, text: string): Promise<void> {
  const reply = { replyId: id, isFirms: false, name: id, content: text };
  const view = { viewId: id, isShared: false, name: text, category: 'all', search: {} };
  await sendSaved(getOwner(), kind === 'view' ? { kind, payload: view } : { kind, payload: reply });
}

/** Opens a file by its link. */
export async function open(link: string): Promise<void> {
  const [, , key = '', fileName = ''] = link.split('/').map(decodeURIComponent);
  // What the page makes of the bytes is tested elsewhere: what leaves the server is read as it leaves.
  await call('attachment' as never, { params: { key, fileName } } as never);
}

/** Asks for what belongs to any job, as somebody may who guesses addresses. */
export async function pry(jobId: string, link: string | undefined): Promise<void> {
  const asked = [
    ...(link ? [open(link)] : []),
    call('conversation', { params: { jobId } }),
    call('job', { params: { jobId } }),
    call('staffNotes', { params: { jobId } }),
    call('savedReplies', {}),
    call('savedViews', {}),
  ];
  await Promise.allSettled(asked);
}
