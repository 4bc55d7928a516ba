import { saveBlob } from '../../api/downloads.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { OutboxError } from '../../outbox/records/OutboxError.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { toast } from '../../ui/feedback/toast.ts';

const maxQuoted = 60;

function quoted(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  const start = characters.slice(0, maxQuoted).join('');
  return characters.length <= maxQuoted ? start : `${start}…`;
}

/** Returns what shows that an action failed. @param action "delete this" */
function toastFailure(action: string): (error: unknown) => void {
  return (error) => {
    const isExpected = error instanceof OutboxError;
    if (!isExpected) console.error(error);
    toast(isExpected ? error.message : `Couldn’t ${action}. Try again.`, { tone: 'bad' });
  };
}

export async function retryNow({ ownerUid, clientId }: OutboxRecord): Promise<void> {
  await pageOutbox().retry(ownerUid, clientId).catch(toastFailure('send this'));
}

/** Retries the records that do not go on by themselves. */
export async function retryStopped(records: readonly OutboxRecord[]): Promise<void> {
  const stopped = records.filter(({ state }) => state === 'failed' || state === 'blocked-auth');
  for (const record of stopped) await retryNow(record);
}

/** Deletes a record; its toast offers for a while to put it back in its place. */
export async function deleteWithUndo(record: OutboxRecord, name: string): Promise<void> {
  try {
    const restore = await pageOutbox().discardWithUndo(record);
    const warning = record.maybeSent ? ' It might have been sent already.' : '';
    toast(`Deleted “${quoted(name)}”.${warning}`, {
      action: { label: 'Undo', run: () => void restore().catch(toastFailure('restore this')) },
      lasts: false,
    });
  } catch (error) {
    toastFailure('delete this')(error);
  }
}

/** Leads to the sign-in by a sign-out, which asks what becomes of unsent records. */
export async function signInAgain(signOut: () => Promise<void>): Promise<void> {
  await signOut().catch(toastFailure('sign out'));
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('Text copied.', { tone: 'good' });
  } catch {
    toast('Couldn’t copy. Select the text and copy it manually.', { tone: 'bad' });
  }
}

/** Downloads the files of a record under the names they were chosen with. */
export async function saveFiles(record: OutboxRecord): Promise<void> {
  try {
    const files = await pageOutbox().files(record);
    if (!files) {
      toast('Couldn’t download: an attached file is no longer on this device.', { tone: 'bad' });
      return;
    }
    for (const [at, { name, type, chunks }] of files.entries()) {
      saveBlob(new Blob([...chunks], { type }), record.files[at]?.chosenName ?? name);
    }
  } catch (error) {
    toastFailure('download the files')(error);
  }
}
