import { expect } from '@playwright/test';
import { filesOf, type InboxMessage } from '../../../src/contract/messages/message.ts';
import { type FaultProxy, startFaultProxy } from '../../support/network/faultProxy.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { Person } from './person.ts';
import { watchPolicy } from './policy.ts';
import { test as base } from './product.ts';

type Fixtures = {
  line: FaultProxy;
  /** Opens a browser of its own, whose connection errors do not fail the test. */
  newPerson(name: string): Promise<Person>;
};

/** Deletes the queries that the app persists, so that everything shown after a load comes from the worker. */
function forgetOwnCopies(): void {
  // Empty windows and the browser's own pages have no storage.
  if (!location.protocol.startsWith('http')) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith('q:')) localStorage.removeItem(key);
}

/** The product behind a connection that can be cut or worse: a browser's own “offline” switch does not apply to its workers. */
export const test = base.extend<Fixtures>({
  // One for each test: a worker of other fixtures would start another product.
  line: async ({ product }, use) => {
    const line = await startFaultProxy(product.url);
    await use(line);
    await line.close();
  },

  newPerson: async ({ browser, contextOptions, line }, use) => {
    const problems: string[] = [];
    const opened: Person[] = [];
    await use(async (name) => {
      const context = await browser.newContext(contextOptions);
      await context.addInitScript(forgetOwnCopies);
      await watchPolicy(context, problems);
      const person = new Person(await context.newPage(), line.url);
      context.on('weberror', (error) => problems.push(`${name}: ${error.error().message}`));
      opened.push(person);
      return person;
    });
    for (const { page } of opened) await page.context().close();
    expect(problems).toEqual([]);
  },
});

/** Signs in and waits until the worker controls the page. */
export async function signInWithWorker(person: Person, email: string, password: string): Promise<void> {
  await person.signIn(email, password);
  const state = () => person.page.evaluate(() => navigator.serviceWorker.controller?.state);
  await expect.poll(state, { timeout: 180_000 }).toBe('activated');
}

/** Returns the responses and files that the worker caches for the signed-in user, without its bookkeeping. */
export async function cachedResponses({ page }: Person): Promise<{ url: string; text: string }[]> {
  return page.evaluate(async () => {
    const found: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      if (!/^responses:/.test(name)) continue;
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        if (url.includes('/used/')) continue;
        found.push({ url, text: (await (await cache.match(url))?.text()) ?? '' });
      }
    }
    return found;
  });
}

/** Returns a message of the demo data with a picture, in a job of the client, read from the server itself. */
export async function pictureMessage(person: Person): Promise<InboxMessage> {
  const body = { username: 'client@ev.test' };
  const { items } = await liveCall(person.url, await bearerOf(person), 'allMessages', { body });
  const found = items.find((message) => filesOf(message).some(({ fileName }) => fileName.endsWith('.png')));
  if (!found) throw new Error('No message of the demo data has a picture.');
  return found;
}

/** Returns the signed-in user's bearer, as the page passes it to the worker. */
export function bearerOf({ page }: Person): Promise<string> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('ev-outbox');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const asking = database.transaction('session').objectStore('session').get('current');
    const row = await new Promise<{ idToken: string }>((resolve, reject) => {
      asking.onsuccess = () => resolve(asking.result);
      asking.onerror = () => reject(asking.error);
    });
    database.close();
    return row.idToken;
  });
}

/** Counts the messages with this text that the server has in a job; requested without the proxy. */
export async function timesArrived(
  url: string,
  idToken: string,
  jobId: string,
  content: string,
): Promise<number> {
  const answer = await fetch(`${url}/api/jobs/${jobId}/communication`, {
    headers: { authorization: `Bearer ${idToken}` },
  });
  const { body } = (await answer.json()) as { body: { content: string }[] };
  return body.filter((message) => message.content === content).length;
}
