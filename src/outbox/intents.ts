import { stampedFileName } from '../format/fileName.ts';
import { randomId } from '../format/randomId.ts';

/**
 * One thing a person means to send. Its key is the write's idempotency key: sending the same intent again, because no
 * answer came, cannot do the thing twice. Its files have their final, stamped names, because the server takes the same
 * key with other names for another request; the same goes for the code of a new job.
 */
export type Intent = { key: string; code: string; files: readonly File[] };

/** Makes the key and the code and freezes the names; keep the intent for as long as the person may press "Retry". */
export function newIntent(files: readonly File[] = [], atMs = Date.now()): Intent {
  const taken = new Set<string>();
  return {
    key: crypto.randomUUID(),
    code: randomId(),
    files: files.map((file) => named(file, stampedFileName(file.name, atMs), taken)),
  };
}

/** A copy by name only (no bytes are read); two files of one name get a number, so that both can be told apart. */
function named(file: File, name: string, taken: Set<string>): File {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = numbered(name, n);
  taken.add(free);
  return new File([file], free, { type: file.type, lastModified: file.lastModified });
}

/** `plan.20261121T103000.pdf` → `plan (2).20261121T103000.pdf` */
function numbered(name: string, n: number): string {
  return name.replace(/\.\d{8}T\d{6}(\.[^.]*)?$/, (end) => ` (${n})${end}`);
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
