import { saveBlob } from '../../api/downloads.ts';
import { OutboxError } from '../../outbox/OutboxError.ts';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import type { OutboxRecord } from '../../outbox/records/record.ts';
import { toast } from '../../ui/feedback/toast.ts';

const longestQuoted = 60;

function quoted(words: string): string {
  const characters = [...words.replace(/\s+/g, ' ').trim()];
  return characters.length <= longestQuoted
    ? characters.join('')
    : `${characters.slice(0, longestQuoted).join('')}…`;
}

/** Tells in a notice why the outbox did not do it. */
function complain(error: unknown): void {
  if (!(error instanceof OutboxError)) console.error(error);
  toast(
    error instanceof OutboxError ? error.message : 'That did not work on this device. Please try again.',
    {
      tone: 'bad',
    },
  );
}

export async function retryNow({ ownerUid, clientId }: OutboxRecord): Promise<void> {
  await pageOutbox().retry(ownerUid, clientId).catch(complain);
}

/** Everything that waits is tried, and what was refused is tried once more. */
export async function sendAll(records: readonly OutboxRecord[]): Promise<void> {
  const stopped = records.filter(({ state }) => state === 'failed' || state === 'blocked-auth');
  for (const record of stopped) await retryNow(record);
}

/** Takes a record out of the line; for a while a notice offers to put it back where it was. */
export async function deleteWithUndo(record: OutboxRecord, words: string): Promise<void> {
  try {
    const putBack = await pageOutbox().discardWithUndo(record);
    const late = record.maybeSent ? ' It may have arrived before.' : '';
    toast(`Deleted: ${quoted(words)}.${late}`, {
      action: { label: 'Undo', run: () => void putBack().catch(complain) },
      lasts: false,
    });
  } catch (error) {
    complain(error);
  }
}

/** To the sign-in, by way of a sign-out, which asks what is to become of what waits. */
export async function signInAgain(signOut: () => Promise<void>): Promise<void> {
  await signOut().catch(complain);
}

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('The text is copied.', { tone: 'good' });
  } catch {
    toast('This browser does not let the app copy. Mark the text and copy it yourself.', { tone: 'bad' });
  }
}

/** Hands a record's files to the browser's downloads, as they were chosen. */
export async function saveFiles(record: OutboxRecord): Promise<void> {
  try {
    const files = await pageOutbox().files(record);
    if (!files) {
      toast('A file of this is no longer on this device.', { tone: 'bad' });
      return;
    }
    for (const [at, { name, type, chunks }] of files.entries()) {
      saveBlob(new Blob([...chunks], { type }), record.files[at]?.chosenName ?? name);
    }
  } catch (error) {
    complain(error);
  }
}
