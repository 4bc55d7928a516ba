import type { BrowserContext } from '@playwright/test';
import type { Line } from '../start/line.ts';
import { listing } from '../start/subjects.ts';
import { openPage, untilListed } from '../start/visit.ts';
import { closeChat, openChat } from './openChat.ts';

/** Runs in the page: copies the one queued record so many times, over the jobs of the list in turn. */
async function multiply(count: number): Promise<void> {
  const answer = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await answer(indexedDB.open('ev-outbox'));
  const tx = db.transaction('outbox', 'readwrite');
  const store = tx.objectStore('outbox');
  const [first] = await answer(store.getAll());
  if (!first) throw new Error('Nothing waits.');
  const done = new Promise((resolve, reject) => {
    tx.oncomplete = resolve;
    tx.onerror = () => reject(tx.error);
  });
  for (let n = 1; n < count; n += 1) {
    const { seq: _, ...record } = structuredClone(first);
    const jobId = `job-${100 - (n % 20)}`;
    const payload = { ...record.payload, content: `Queued message ${n}` };
    store.add({ ...record, clientId: crypto.randomUUID(), jobId, laneKey: `job:${jobId}`, payload });
  }
  await done;
  db.close();
}

/**
 * Leaves so many messages on the device, over 20 jobs: the first is typed and sent in the product's own screen without a
 * server, the others are copies of its row. The connection stays dead, so that none of them is sent.
 */
export async function leaveQueued(context: BrowserContext, line: Line, count: number): Promise<void> {
  const { page } = await openPage(context, 1);
  await untilListed(page, line.url + listing);
  await openChat(page, 0, 'Please look at sheet');
  await page.waitForTimeout(3000);
  line.become('dead');
  await page.getByPlaceholder('Type your message…').fill('Queued message 0');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Queued message 0').waitFor();
  await closeChat(page);
  await page.evaluate(multiply, count);
  await page.close();
}
