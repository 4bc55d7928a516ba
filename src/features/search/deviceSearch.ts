import { cachedItems, listedJobs } from '../../cache/cachedItems.ts';
import type { JobDetails } from '../../contract/jobs/jobDetails.ts';
import type { Message } from '../../contract/messages/message.ts';
import type { Profile } from '../../contract/users/user.ts';
import { scriptAddress } from '../../scriptAddress.ts';
import type { KnownItems } from './deviceIndex.ts';
import type { FromIndex, ToIndex } from './deviceIndexWorker.ts';
import script from './deviceIndexWorker.ts?worker&url';
import type { SearchResults } from './searchQuery.ts';

function knownItems(): KnownItems {
  return {
    jobs: [...listedJobs(), ...cachedItems<JobDetails>('job')],
    messages: ['allMessages', 'newestMessages', 'conversation'].flatMap((name) => cachedItems<Message>(name)),
    users: cachedItems<Profile>('profiles'),
  };
}

export type DeviceSearch = {
  /** @param isForAll whether only the first results of every kind are returned */
  search(text: string, isForAll: boolean): Promise<SearchResults>;
  close(): void;
};

/**
 * Indexes what this device has of a user in a thread of its own, because a thousand conversations would block the page. The index is in
 * memory only, and ends with `close`.
 */
export function openDeviceSearch(uid: string, searchesUsers: boolean): DeviceSearch {
  const worker = new Worker(scriptAddress(script), { type: 'module' });
  const waiting = new Map<number, PromiseWithResolvers<SearchResults>>();
  const send = (message: ToIndex) => worker.postMessage(message);
  let searches = 0;

  function fail(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }
  worker.addEventListener('message', ({ data }: MessageEvent<FromIndex>) => {
    const { resolve, reject } = waiting.get(data.search) ?? {};
    waiting.delete(data.search);
    if (data.results) resolve?.(data.results);
    else reject?.(new Error(data.error));
  });
  worker.addEventListener('error', ({ message }) => fail(new Error(message)));
  send({ uid, searchesUsers, known: knownItems() });
  return {
    search(text, isForAll) {
      searches += 1;
      const result = Promise.withResolvers<SearchResults>();
      waiting.set(searches, result);
      send({ search: searches, text, isForAll });
      return result.promise;
    },
    close() {
      worker.terminate();
      fail(new Error('The search was closed.'));
    },
  };
}
