import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { isInstalled, test } from '../support/device.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

/** Opens the first job of the list and its conversation, and adds a message when given one. @returns what they show */
async function readFirstJob(person: Person, write = ''): Promise<{ job: string; message: string }> {
  const { page } = person;
  await person.sees('Jobs');
  await page.locator('main a[href^="/jobs/update/"]').first().click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('button', { name: 'Open chat', exact: true })).toBeVisible();
  const job = await heading.innerText();
  await person.press('Open chat');
  if (write !== '') {
    await page.getByPlaceholder('Type your message…').fill(write);
    await person.press('Send');
    await expect(person.bubble(write)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Everything sent/ })).toBeVisible();
  }
  const last = page.getByRole('log', { name: 'Messages' }).getByRole('article').last();
  await expect(last).toBeVisible();
  return { job, message: await last.innerText() };
}

function persistedQueries({ page }: Person): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('q:'));
    return (key && localStorage.getItem(key)) || '';
  });
}

for (const line of isAll ? (['cut', 'hanging'] as const) : (['hanging'] as const)) {
  test(`the app starts with the jobs read before while the connection is ${line}`, async ({
    deviceAt,
    product,
  }) => {
    const words = `a reply while the line is ${line}`;
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
    const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
    let person = await device.open();
    await person.signIn('client@ev.test', seedPassword);
    const written = `written before the line was ${line}`;
    const read = await readFirstJob(person, written);
    await isInstalled(person);
    await expect.poll(() => persistedQueries(person)).toContain(written);
    await device.close();

    if (line === 'cut') proxy.cut();
    else proxy.freeze();
    person = await device.open();
    await person.goTo('/');
    const again = await readFirstJob(person);
    expect(again.job).toBe(read.job);
    expect(again.message.split('\n')[0]).toBe(read.message.split('\n')[0]);

    await test.step('a reply waits and survives the next start', async () => {
      await person.page.getByPlaceholder('Type your message…').fill(words);
      await person.press('Send');
      await expect(person.bubble(words)).toBeVisible();
      await device.close();
      person = await device.open();
      await person.goTo('/');
      await readFirstJob(person);
      await expect(person.bubble(words)).toBeVisible();
    });

    await test.step('the app knows the signed-in user', async () => {
      await person.goTo('/account');
      await expect(person.field('Company')).toHaveValue('Brightline Solar');
    });

    await test.step('the reply arrives when back online', async () => {
      proxy.restore();
      await person.goTo('/jobs/listing/all');
      await readFirstJob(person);
      const reply = person.bubble(words);
      await expect(reply).toHaveCount(1);
      await expect(reply).not.toContainText(/Waiting|Sending|Checking/, { timeout: 180_000 });
    });
    await proxy.close();
  });
}

beforeRelease(
  'the app opens offline at its usual addresses, and without waking the worker',
  async ({ deviceAt, product }) => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
    const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
    let person = await device.open();
    await person.signIn('client@ev.test', seedPassword);
    await isInstalled(person);
    await device.close();

    proxy.cut();
    person = await device.open();
    const { page } = person;
    const session = await page.context().newCDPSession(page);
    await session.send('ServiceWorker.enable');
    /** Returns the time at which the worker was woken for the page, in ms since the request; 0 if it was not. */
    const wokenFor = async (address: string, heading: string) => {
      await session.send('ServiceWorker.stopAllWorkers');
      await person.goTo(address, heading);
      return page.evaluate(
        () => performance.getEntriesByType('navigation')[0]?.toJSON().workerStart as number,
      );
    };
    expect(await wokenFor('/', 'Jobs')).toBe(0);
    expect(await wokenFor('/jobs/listing/all', 'Jobs')).toBe(0);
    expect(await wokenFor('/jobs/create', 'New job')).toBe(0);
    expect(await wokenFor('/messages', 'Messages')).toBe(0);
    // An address that is not in the cache.
    expect(await wokenFor('/jobs/listing/all?search=roof', 'Jobs')).toBeGreaterThan(0);
    expect(await wokenFor('/account', 'Account')).toBeGreaterThan(0);
    await proxy.close();
  },
);
