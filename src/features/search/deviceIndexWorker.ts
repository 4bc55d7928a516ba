import { cachedItems, firstResults, indexItems, type KnownItems } from './deviceIndex.ts';
import type { SearchResults } from './searchQuery.ts';

/** A message to the worker: first what the page has read and whose it is, then searches. */
export type ToIndex =
  | { uid: string; searchesUsers: boolean; known: KnownItems }
  | { search: number; text: string; isForAll: boolean };
type Search = Extract<ToIndex, { search: number }>;
/** The answer to a search; `error` where the index could not be made. */
export type FromIndex = { search: number; results?: SearchResults; error?: string };

const index = Promise.withResolvers<(text: string) => SearchResults>();

/** Indexes the response cache and what the page has read, which is newer. */
async function makeIndex({ uid, searchesUsers, known }: Exclude<ToIndex, Search>) {
  // A browser may deny its caches; what the page has read is there all the same.
  const cached = await cachedItems(uid).catch((): KnownItems => ({ jobs: [], messages: [], users: [] }));
  return indexItems(
    {
      jobs: [...cached.jobs, ...known.jobs],
      messages: [...cached.messages, ...known.messages],
      users: [...cached.users, ...known.users],
    },
    searchesUsers,
  );
}

async function answer({ search, text, isForAll }: Search): Promise<FromIndex> {
  try {
    const results = (await index.promise)(text);
    return { search, results: isForAll ? firstResults(results) : results };
  } catch (error) {
    return { search, error: String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<ToIndex>) => {
  if ('uid' in data) makeIndex(data).then(index.resolve, index.reject);
  else void answer(data).then((message) => postMessage(message));
});
