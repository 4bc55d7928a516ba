import { type CallName, calls } from '../contract/calls.ts';

/** The calls whose responses are cached, each with its kind of content, if that is counted. */
const contents = {
  jobs: 'lists',
  searchJobs: 'lists',
  allMessages: 'lists',
  job: 'jobs',
  conversation: 'chats',
  attachment: 'files',
  profiles: null,
  employees: null,
  staffNotes: null,
  profile: null,
  userStats: null,
  stats: null,
  checklists: null,
  comparisons: null,
  savedReplies: null,
  savedViews: null,
  jobCounts: null,
  trustedIssuers: null,
  figures: null,
  firmSeals: null,
  licenses: null,
} as const satisfies Partial<Record<CallName, string | null>>;

type CachedCall = keyof typeof contents;
export type Contents = Record<NonNullable<(typeof contents)[CachedCall]>, number>;

const patterns = (Object.keys(contents) as CachedCall[]).map((name) => {
  const path = new RegExp(`^${calls[name].path.replace(/\{\w+\}/g, '[^/]+')}$`);
  return { name, method: calls[name].method, path };
});

/** Returns the call that a request makes, if its responses are cached. @param path below the base, without a query */
function cachedCall(method: string, path: string): CachedCall | undefined {
  return patterns.find((call) => call.method === method && call.path.test(path))?.name;
}

/** Whether the responses of a request are cached as they come; files are cached by `sw/cachedFiles.ts`. */
export function isCachedRead(method: string, path: string): boolean {
  const name = cachedCall(method, path);
  return name !== undefined && name !== 'attachment';
}

/** Returns the call of a cached response. @param address of `cacheKey` */
export function callOfCached(address: string): CachedCall | undefined {
  const { pathname, search } = new URL(address);
  // The first part is the user.
  const path = pathname.replace(/^\/[^/]*/, '');
  return cachedCall(search === '' ? 'GET' : 'POST', path);
}

/** Counts the contents of cached responses, by kind. */
export function countCached(addresses: readonly string[]): Contents {
  const counts: Contents = { jobs: 0, chats: 0, lists: 0, files: 0 };
  for (const address of addresses) {
    const name = callOfCached(address);
    const kind = name && contents[name];
    if (kind) counts[kind] += 1;
  }
  return counts;
}

/** "3 jobs, 2 chats, 4 lists, and 1 file". */
export function contentsText(contents: Contents): string {
  const parts = Object.entries(contents)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${count === 1 ? kind.slice(0, -1) : kind}`);
  return parts.length > 0 ? new Intl.ListFormat('en-US').format(parts) : 'Nothing yet';
}
