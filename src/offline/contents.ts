import { calls } from '../contract/calls.ts';
import { cachedAddresses } from './responses.ts';

const paths = [
  ['jobs', calls.job.path],
  ['chats', calls.conversation.path],
  ['lists', calls.jobs.path],
  ['lists', calls.searchJobs.path],
  ['lists', calls.allMessages.path],
  ['files', calls.attachment.path],
] as const;

const patterns = paths.map(([kind, path]) => {
  const ending = path.replace(/\{\w+\}/g, '[^/?]+');
  return { kind, path: new RegExp(`^/[^/]+${ending}$`) };
});

/** Counts by kind what cached responses show offline. */
export function countCached(addresses: readonly string[]) {
  const counts = { jobs: 0, chats: 0, lists: 0, files: 0 };
  for (const address of addresses) {
    const { pathname } = new URL(address);
    const kind = patterns.find(({ path }) => path.test(pathname))?.kind;
    if (kind) counts[kind] += 1;
  }
  return counts;
}

type OfflineContents = ReturnType<typeof countCached>;

/** Counts what this user can read offline; nothing where the browser has no caches. */
export async function readOfflineContents(uid: string): Promise<OfflineContents> {
  return countCached(await cachedAddresses(uid).catch(() => []));
}

/** "3 jobs, 2 chats, 4 lists, and 1 file". */
export function offlineText(contents: OfflineContents): string {
  const parts = Object.entries(contents)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`);
  return parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : 'Nothing yet';
}
