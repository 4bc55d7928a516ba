import { ApiError } from '../../api/ApiError.ts';
import { stampedFileNames } from '../../format/fileName.ts';
import { randomId } from '../../format/randomId.ts';

/**
 * One write that a user waits for, beside the outbox. Its key is the write's idempotency key, so that a retry after a lost response
 * cannot carry it out twice. Its files have their stamped names (§5); the code of a new job is the same for every try.
 */
export type Intent = {
  key: string;
  code: string;
  files: readonly File[];
};

export function newIntent(files: readonly File[] = [], atMs = Date.now()): Intent {
  const names = stampedFileNames(
    files.map((file) => file.name),
    atMs,
  );
  // Copies by name only: no bytes are read.
  const named = files.map(
    (file, n) =>
      new File([file], names[n] ?? file.name, { type: file.type, lastModified: file.lastModified }),
  );
  return { key: crypto.randomUUID(), code: randomId(), files: named };
}

/** By the name of its choice, or what it sends. */
const unanswered = new Map<string, Intent & { print: string }>();

function fingerprint(payload: unknown, files: readonly File[]): string {
  return JSON.stringify([payload, files.map((file) => [file.name, file.size, file.type, file.lastModified])]);
}

/**
 * Runs a form's send under one intent for the same values: the first try makes it, and tries after a lost response find it again. After a
 * definite response, the same values are a new intent.
 *
 * @param choice names what the values choose: there, another choice in between makes the same one again a new intent
 */
export async function withIntent<T>(
  payload: unknown,
  files: readonly File[],
  send: (intent: Intent) => Promise<T>,
  choice?: string,
): Promise<T> {
  const print = fingerprint(payload, files);
  const name = choice ?? print;
  const before = unanswered.get(name);
  const intent = before?.print === print ? before : { ...newIntent(files), print };
  unanswered.set(name, intent);
  try {
    const answer = await send(intent);
    unanswered.delete(name);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.definite) unanswered.delete(name);
    throw error;
  }
}
