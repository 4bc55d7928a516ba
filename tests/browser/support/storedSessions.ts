import type { BrowserContext, Page } from '@playwright/test';

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;
type Origin = Stored['origins'][number] & { indexedDB?: { name: string }[] };
type State = Omit<Stored, 'origins'> & { origins: Origin[] };

/** Well below the hour for which tokens are valid. */
const longestMs = 20 * 60_000;

/** By email address, the browser state that a sign-in at this worker's product leaves, without anything read since. */
const sessions = new Map<string, { state: State; at: number }>();

/** Stores the session of the signed-in user. */
export async function storeSession(page: Page, email: string): Promise<void> {
  const state = (await page.context().storageState({ indexedDB: true })) as State;
  for (const origin of state.origins) {
    origin.localStorage = origin.localStorage.filter(
      ({ name }) => name === 'auth' || name.startsWith('firebase'),
    );
    origin.indexedDB = (origin.indexedDB ?? []).filter(({ name }) => name.startsWith('firebase'));
  }
  state.cookies = [];
  if (state.origins.some(({ indexedDB }) => indexedDB?.length))
    sessions.set(email, { state, at: Date.now() });
}

/** Puts a stored session into a new browser, for the address at which it sees the product. */
export async function takeSession(page: Page, url: string, email: string): Promise<void> {
  const session = sessions.get(email);
  if (!session || Date.now() - session.at > longestMs || page.url() !== 'about:blank') return;
  const origins = session.state.origins.map((origin) => ({ ...origin, origin: new URL(url).origin }));
  await page.context().setStorageState({ ...session.state, origins });
}

/** Removes a session that the server has ended. */
export function forgetSession(email: string): void {
  sessions.delete(email);
}
