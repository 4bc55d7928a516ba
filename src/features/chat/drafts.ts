/**
 * What a person has typed and chosen for a job but not sent, by reader and job. The text outlives a reload; chosen files
 * live as long as the app. The version in the key keeps a later shape from being read as this one.
 */
export type Draft = { text: string; files: readonly File[] };

const drafts = new Map<string, Draft>();

function keyOf(email: string, jobId: string): string {
  return `draft:1:${email}:${jobId}`;
}

export function readDraft(email: string, jobId: string): Draft {
  const key = keyOf(email, jobId);
  return drafts.get(key) ?? { text: stored(key) ?? '', files: [] };
}

export function keepDraft(email: string, jobId: string, draft: Draft): void {
  const key = keyOf(email, jobId);
  drafts.set(key, draft);
  store(key, draft.text || null);
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
