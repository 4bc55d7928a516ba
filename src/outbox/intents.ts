import { randomId } from '../format/randomId.ts';
import { frozenNames } from './sending/frozenNames.ts';

/**
 * One thing a person sends while they look on, beside the outbox. Its key is the write’s idempotency key: the same again, as no
 * answer came, cannot do the thing twice. Its files have their final, stamped names, because the server takes the same
 * key with other names for another request; the same goes for the code of a new job.
 */
export type Intent = { key: string; code: string; files: readonly File[] };

/** Makes the key and the code and freezes the names; keep the intent for as long as the person may press "Retry". */
export function newIntent(files: readonly File[] = [], atMs = Date.now()): Intent {
  return { key: crypto.randomUUID(), code: randomId(), files: namedFiles(files, atMs) };
}

function namedFiles(files: readonly File[], atMs: number): File[] {
  const names = frozenNames(
    files.map((file) => file.name),
    atMs,
  );
  return files.map((file, n) => named(file, names[n] ?? file.name));
}

/** A copy by name only: no bytes are read. */
function named(file: File, name: string): File {
  return new File([file], name, { type: file.type, lastModified: file.lastModified });
}

const unanswered = new Map<string, Intent>();

function fingerprint(payload: unknown, files: readonly File[]): string {
  return JSON.stringify([payload, files.map((file) => [file.name, file.size, file.type, file.lastModified])]);
}

/**
 * Runs a form's send under the intent of the same values: the first try makes it, and tries after a lost answer find it
 * again. Once the server has answered, the same values are a new intent.
 *
 * @param settles whether an error is the server's last word on the request
 */
export async function underOneIntent<T>(
  payload: unknown,
  files: readonly File[],
  settles: (error: unknown) => boolean,
  send: (intent: Intent) => Promise<T>,
): Promise<T> {
  const print = fingerprint(payload, files);
  const intent = unanswered.get(print) ?? newIntent(files);
  unanswered.set(print, intent);
  try {
    const answer = await send(intent);
    unanswered.delete(print);
    return answer;
  } catch (error) {
    if (settles(error)) unanswered.delete(print);
    throw error;
  }
}
