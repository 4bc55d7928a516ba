import * as kept from '../../session/drafts.ts';

/**
 * What a person has typed and chosen for a job but not sent, by reader and job. Text and files outlive a reload: the text
 * in local storage, because it is there before the first keystroke, the files in the drafts' database. The version in the
 * key keeps a later shape from being read as this one.
 */
export type Draft = { text: string; files: readonly File[] };

const drafts = new Map<string, Draft>();
const noFiles: readonly File[] = [];

function keyOf(email: string, jobId: string): string {
  return `draft:1:${email}:${jobId}`;
}

function formOf(jobId: string): string {
  return `chat:${jobId}`;
}

export function readDraft(email: string, jobId: string): Draft {
  const key = keyOf(email, jobId);
  return drafts.get(key) ?? { text: stored(key) ?? '', files: noFiles };
}

export function keepDraft(email: string, jobId: string, draft: Draft): void {
  const key = keyOf(email, jobId);
  const { files } = readDraft(email, jobId);
  drafts.set(key, draft);
  store(key, draft.text || null);
  if (draft.files === files) return;
  if (draft.files.length === 0) void kept.dropDraft(email, formOf(jobId));
  else {
    kept.keepDraft(email, formOf(jobId), { version: 1 }, draft.files).catch((error: unknown) => {
      console.warn('Chosen files are not kept in this browser:', error);
    });
  }
}

/** Files left in a draft before the app was loaded anew, and the names of those that could not be kept. */
export async function leftFiles(email: string, jobId: string): Promise<{ files: File[]; missing: string[] }> {
  const here = drafts.get(keyOf(email, jobId));
  const left = here ? null : await kept.readDraft(email, formOf(jobId));
  return left ?? { files: [], missing: [] };
}

function seenKey(email: string, jobId: string): string {
  return `seen:1:${email}:${jobId}`;
}

/** The last message this reader saw on this device, for the "new" divider. */
export function lastSeen(email: string, jobId: string): string | null {
  return stored(seenKey(email, jobId));
}

export function keepSeen(email: string, jobId: string, communicationId: string): void {
  store(seenKey(email, jobId), communicationId);
}

// Storage may be full or forbidden (private windows): then these live no longer than the page.
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // see above
  }
}
