import { beforeAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Database } from '../../src/outbox/records/database.ts';
import { people } from '../support/server/people.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

const db = new Database({ indexedDB });
const row: object = {
  v: 99,
  ownerUid: people.client.uid,
  laneKey: 'later:1',
  words: 'From a later version',
  clientId: 'later',
  files: [{ blobId: 'later-file' }],
};

const forLater: object = { ...row, needs: 99, clientId: 'understood later', files: [] };

beforeAll(async () => {
  // As a later version of the app could have left it.
  await db.writeAs('', ['outbox', 'chunks'], async (tx) => {
    await tx.objectStore('outbox').add(row);
    await tx.objectStore('chunks').put(new TextEncoder().encode('later bytes').buffer, ['later-file', 0]);
    await tx.objectStore('outbox').add(forLater);
  });
  await openApp('client', '/jobs/listing/all');
});

test('a record that this version cannot read is shown, exported whole, and deleted only then', async () => {
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  const rowsLeft = () =>
    db.read(['outbox', 'quarantine', 'chunks'], async (tx) => {
      const stores = ['outbox', 'quarantine', 'chunks'] as const;
      const counts = await Promise.all(stores.map((store) => tx.objectStore(store).count()));
      return counts.reduce((sum, count) => sum + count);
    });
  await sees('Jobs');
  await page.getByRole('button', { name: /\. Open outbox$/ }).click();
  await expect.element(outbox.getByRole('heading', { name: 'Unreadable items' })).toBeVisible();
  await findsNoBarrier();
  const remove = outbox.getByRole('button', { name: 'Delete' });
  await expect.element(remove).toBeDisabled();
  await expect.element(outbox.getByText(/^1 item needs an update of EV Jobs/)).toBeVisible();
  expect(await rowsLeft()).toBe(3);

  const blobs: Blob[] = [];
  const toUrl = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return '#saved';
  });
  await outbox.getByRole('button', { name: 'Download copy' }).click();
  await expect.poll(() => blobs.length).toBe(1);
  toUrl.mockRestore();
  const copy = JSON.parse((await blobs[0]?.text()) ?? '');
  expect(copy.row.words).toBe('From a later version');
  expect(atob(copy.bytes['later-file'].join(''))).toBe('later bytes');

  await remove.click();
  await expect.element(outbox.getByRole('heading', { name: 'Unreadable items' })).not.toBeInTheDocument();
  expect(await rowsLeft()).toBe(1);
  await db.erase(['outbox'], async (tx) => {
    for (const key of await tx.objectStore('outbox').getAllKeys()) await tx.objectStore('outbox').delete(key);
  });
});

test('what waits behind a refused message is not offered to be tried again, the refused one is', async () => {
  await userEvent.keyboard('{Escape}');
  await goTo('/jobs/update/job-21?chat=job-21');
  const input = page.getByPlaceholder('Type your message…');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'invalid' }, 400),
  );
  await expect.element(input).toBeVisible();
  for (const words of ['The panel is on the east wall.', 'The meter too.']) {
    await input.fill(words);
    await send.click();
    await expect.element(input).toHaveValue('');
  }
  await page.getByRole('button', { name: /\. Open outbox$/ }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  const entry = (words: string) => outbox.getByRole('listitem').filter({ hasText: words });
  await expect.element(entry('The panel')).toMatchTextContent('Not sent: Not just now.');
  await expect.element(entry('The meter')).toMatchTextContent(/Waiting: an earlier message/);
  const tryAgain = (words: string) => entry(words).getByRole('button', { name: 'Try again' });
  expect(tryAgain('The meter').elements()).toEqual([]);
  await findsNoBarrier();
  restore();
  await tryAgain('The panel').click();
  await expect.element(outbox.getByText('Your outbox is empty')).toBeVisible();
});

test('that everything has been sent is announced each time', async () => {
  await userEvent.keyboard('{Escape}');
  await goTo('/jobs/update/job-22?chat=job-22');
  const input = page.getByPlaceholder('Type your message…');
  const said = page.getByText('Everything has been sent.', { exact: true });
  const sendSlowly = async (words: string) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const restore = answering(/\/api\/jobs\/update$/, async (_, send) => {
      await held;
      return send();
    });
    await expect.element(input).toBeVisible();
    await input.fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(page.getByRole('button', { name: /^Sending…/ })).toBeVisible();
    // The announcer waits as long for a state that lasts; its timer runs since before.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    letGo();
    await expect.element(page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
    restore();
  };
  await sendSlowly('The breaker is off.');
  await expect.element(said).toBeInTheDocument();
  // A screen reader reads what is new on the page.
  const first = said.element();
  await sendSlowly('And on again.');
  await expect.poll(() => first.isConnected).toBe(false);
  await expect.element(said).toBeInTheDocument();
});
