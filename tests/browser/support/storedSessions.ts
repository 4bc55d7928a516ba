import type { BrowserContext, Page } from '@playwright/test';

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;
type Origin = Stored['origins'][number] & { indexedDB?: { name: string }[] };
type State = Omit<Stored, 'origins'> & { origins: Origin[] };

/** Tokens hold for an hour. */
const longestMs = 20 * 60_000;

/** Of this worker's product, by e-mail address: what a sign-in leaves in a browser, and nothing that the app has read since. */
const sessions = new Map<string, { state: State; at: number }>();

/** Keeps what makes whoever is signed in here signed in. */
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

/** Puts a kept session into a browser that has not been anywhere yet, for the address at which the product is seen there. */
export async function takeSession(page: Page, url: string, email: string): Promise<void> {
  const kept = sessions.get(email);
  if (!kept || Date.now() - kept.at > longestMs || page.url() !== 'about:blank') return;
  const origins = kept.state.origins.map((origin) => ({ ...origin, origin: new URL(url).origin }));
  await page.context().setStorageState({ ...kept.state, origins });
}

/** Forgets a session that the server has ended. */
export function forgetSession(email: string): void {
  sessions.delete(email);
}
