import { cachedAddresses } from '../../cache/responses.ts';
import { calls } from '../../contract/calls.ts';

/** How much of what a person has read is kept on this device for when there is no connection. */
export type KeptHere = { jobs: number; conversations: number; lists: number; files: number };

const kinds = [
  ['jobs', calls.job.path],
  ['conversations', calls.conversation.path],
  ['lists', calls.jobs.path],
  ['lists', calls.searchJobs.path],
  ['lists', calls.allMessages.path],
  ['files', calls.attachment.path],
] as const;

const patterns = kinds.map(([kind, path]) => {
  const ending = path.replace(/\{\w+\}/g, '[^/?]+');
  return { kind, path: new RegExp(`^/[^/]+${ending}$`) };
});

/** @param addresses of cached responses */
export function countKept(addresses: readonly string[]): KeptHere {
  const counts = { jobs: 0, conversations: 0, lists: 0, files: 0 };
  for (const address of addresses) {
    const { pathname } = new URL(address);
    const kind = patterns.find(({ path }) => path.test(pathname))?.kind;
    if (kind) counts[kind] += 1;
  }
  return counts;
}

export async function readKeptHere(uid: string): Promise<KeptHere> {
  try {
    return countKept(await cachedAddresses(uid));
  } catch {
    // Some windows have no caches: then nothing is kept.
    return countKept([]);
  }
}

function count(number: number, one: string, many: string): string {
  return number === 0 ? '' : `${number} ${number === 1 ? one : many}`;
}

/** "3 jobs, 2 conversations, 4 lists and 1 file". */
export function keptWords({ jobs, conversations, lists, files }: KeptHere): string {
  const parts = [
    count(jobs, 'job', 'jobs'),
    count(conversations, 'conversation', 'conversations'),
    count(lists, 'list', 'lists'),
    count(files, 'file', 'files'),
  ].filter(Boolean);
  return parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : 'Nothing yet';
}
