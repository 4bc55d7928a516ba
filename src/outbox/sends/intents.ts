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

const unanswered = new Map<string, Intent>();

function fingerprint(payload: unknown, files: readonly File[]): string {
  return JSON.stringify([payload, files.map((file) => [file.name, file.size, file.type, file.lastModified])]);
}

/**
 * Runs a form's send under one intent for the same values: the first try makes it, and tries after a lost response find it again. After a
 * definite response, the same values are a new intent.
 */
export async function withIntent<T>(
  payload: unknown,
  files: readonly File[],
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
    if (error instanceof ApiError && error.definite) unanswered.delete(print);
    throw error;
  }
}
