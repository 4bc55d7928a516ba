import * as kept from '../../session/drafts.ts';

/**
 * What a person has typed and chosen for a job but not sent, by reader and job. Text and files outlive a reload: the text
 * in local storage, because it is there before the first keystroke, the files in the drafts' database. The version in the
 * key keeps a later shape from being read as this one.
 */
export type Draft = {
  /** Of these very words and files, also after a reload: under it, sending them twice sends them once. */
  id: string;
  text: string;
  files: readonly File[];
};

const drafts = new Map<string, Draft>();
const noFiles: readonly File[] = [];

function keyOf(email: string, jobId: string): string {
  return `draft:1:${email}:${jobId}`;
}

function idKeyOf(email: string, jobId: string): string {
  return `draftId:1:${email}:${jobId}`;
}

/** Under which name the files of a job's unsent message are kept. */
export function formOf(jobId: string): string {
  return `chat:${jobId}`;
}

export function readDraft(email: string, jobId: string): Draft {
  const key = keyOf(email, jobId);
  const here = drafts.get(key);
  if (here) return here;
  const id = stored(idKeyOf(email, jobId)) ?? crypto.randomUUID();
  const left = { id, text: stored(key) ?? '', files: noFiles };
  drafts.set(key, left);
  return left;
}

/**
 * Puts this in place of the draft before.
 *
 * @param id what changes is another message, and gets a new one
 */
export function keepDraft(
  email: string,
  jobId: string,
  { text, files }: Pick<Draft, 'text' | 'files'>,
  id: string = crypto.randomUUID(),
): Draft {
  const before = readDraft(email, jobId);
  const draft = { id, text, files };
  const isEmpty = text === '' && files.length === 0;
  drafts.set(keyOf(email, jobId), draft);
  store(keyOf(email, jobId), text || null);
  store(idKeyOf(email, jobId), isEmpty ? null : id);
  if (files === before.files || files.length + before.files.length === 0) return draft;
  if (files.length === 0) void kept.dropDraft(email, formOf(jobId));
  else {
    kept.keepDraft(email, formOf(jobId), { version: 1 }, files).catch((error: unknown) => {
      console.warn('Chosen files are not kept in this browser:', error);
    });
  }
  return draft;
}

/** Whether anything is typed or chosen and not sent. */
export function hasDrafts(): boolean {
  return [...drafts.values()].some(({ text, files }) => text !== '' || files.length > 0);
}

const restored = new Set<string>();

/** Files left in a draft before the app was loaded anew, once, and the names of those that could not be kept. */
export async function leftFiles(email: string, jobId: string): Promise<{ files: File[]; missing: string[] }> {
  const key = keyOf(email, jobId);
  const isAsked = restored.has(key) || (drafts.get(key)?.files.length ?? 0) > 0;
  restored.add(key);
  const left = isAsked ? null : await kept.readDraft(email, formOf(jobId));
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
