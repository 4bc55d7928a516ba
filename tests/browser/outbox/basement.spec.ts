import { expect, type Locator } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { responseMark } from '../../../src/contract/calls.ts';
import { isAll } from '../../support/amount.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { Person } from '../support/person.ts';
import { test } from '../support/product.ts';

const beforeRelease = isAll ? test : test.skip;

const photo = { name: 'meter.png', mimeType: 'image/png', buffer: Buffer.from(samples.png.bytes) };

/** The first message was tried; without a response its arrival is unknown. */
const notArrived = /Waiting to send|Sending|Checking if it was sent/;

/** Returns the texts of all bubbles that match `of`, in their order. */
async function wordsIn(bubbles: Locator, of: RegExp): Promise<string[]> {
  const all = await bubbles.allInnerTexts();
  return all.flatMap((text) => of.exec(text)?.[0] ?? []);
}

test('messages written offline are shown as waiting, survive a reload, and arrive once and in order', async ({
  browser,
  contextOptions,
  newPerson,
  product,
}, { project }) => {
  const { hostname, port } = new URL(product.url);
  const line = await startTcpProxy({ host: hostname, port: Number(port) });
  const context = await browser.newContext(contextOptions);
  const page = await context.newPage();
  const client = new Person(page, `http://${hostname}:${line.port}`);
  const input = page.getByPlaceholder('Type your message…');
  const bubbles = page.getByRole('log', { name: 'Messages' }).getByRole('article');
  const write = async (text: string) => {
    await input.fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(input).toHaveValue('');
  };
  /** Fires the event that a phone fires when it is back online. */
  const hearOfSignal = () => page.evaluate(() => window.dispatchEvent(new Event('online')));
  const said = (text: string) => `${text} (${project.name})`;
  const mine = new RegExp(`(One|Two|Three|Four|Four, better|Five) \\(${project.name}\\)`);

  await client.signIn('client@ev.test', seedPassword);
  await client.goTo('/messages');
  const waiting = page.getByRole('region', { name: 'Needs your answer' });
  const toMark = waiting
    .getByRole('listitem')
    .filter({ hasText: /Waiting (less|\d)/ })
    .last();
  await toMark.getByRole('button').first().click();
  await expect(bubbles.first()).toBeVisible();
  const marked = (await bubbles.first().locator('p[dir]').last().textContent()) ?? '';
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect(bubbles.first()).toBeVisible();

  await test.step('three messages, one with a photo, and a mark are made offline', async () => {
    line.cut();
    // By the clock that the next page has, these are of 20 minutes ago.
    await page.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() - 20 * 60_000;
    });
    await write(said('One'));
    await page.getByLabel('Files to attach').setInputFiles(photo);
    await expect(page.getByRole('button', { name: '1 attached' })).toBeVisible();
    await write(said('Two'));
    await write(said('Three'));
    for (const text of ['One', 'Two', 'Three']) {
      await expect(client.bubble(said(text))).toContainText(notArrived);
      await expect(client.bubble(said(text)).getByRole('button', { name: /^Mark as/ })).toHaveCount(0);
    }
    await expect(client.bubble(said('Two'))).toContainText('meter.png');
    await expect.poll(() => wordsIn(bubbles, mine)).toEqual(['One', 'Two', 'Three'].map(said));
    await client.bubble(marked).getByRole('button', { name: 'Mark as addressed' }).click();
    await expect(client.bubble(marked).getByRole('button', { name: 'Mark as new' })).toBeVisible();
    expect(await client.barriers()).toEqual([]);
  });

  await test.step('they are still there after a reload, with the time at which they were written', async () => {
    await page.reload();
    await expect(client.bubble(said('Three'))).toContainText(notArrived);
    await expect(client.bubble(said('Three'))).toContainText(/written .*[AP]M/);
    await expect.poll(() => wordsIn(bubbles, mine)).toEqual(['One', 'Two', 'Three'].map(said));
  });

  await test.step('a fourth message is written although the conversation cannot be read', async () => {
    await write(said('Four'));
    await expect(client.bubble(said('Four'))).toContainText(notArrived);
  });

  await test.step('a waiting message is edited in the composer', async () => {
    await client.bubble(said('Four')).getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByPlaceholder('Type your message…')).toHaveValue(said('Four'));
    await expect(client.bubble(said('Four'))).toHaveCount(0);
    await write(said('Four, better'));
    await write(said('Five'));
    await expect(client.bubble(said('Five'))).toContainText(notArrived);
    await expect
      .poll(() => wordsIn(bubbles, mine))
      .toEqual(['One', 'Two', 'Three', 'Four, better', 'Five'].map(said));
  });

  await test.step('all arrive when the connection is back', async () => {
    line.restore();
    await hearOfSignal();
    await expect(client.bubble(said('Five'))).toContainText(/From .* to EV/);
    await expect(page.getByText(notArrived)).toHaveCount(0);
    await page.reload();
    await expect(client.bubble(said('Five'))).toContainText(/From .* to EV/);
    await expect
      .poll(() => wordsIn(bubbles, mine))
      .toEqual(['One', 'Two', 'Three', 'Four, better', 'Five'].map(said));
  });

  await test.step('staff see them once, in order, with the whole photo and the mark', async () => {
    const employee = await newPerson('employee');
    await employee.signIn('employee@ev.test', seedPassword);
    await employee.goTo(`/messages${new URL(page.url()).search.replace(/&?from=[^&]*/, '')}`);
    for (const text of ['One', 'Two', 'Three'])
      await expect(employee.bubble(said(text))).toContainText(/written .*, sent .*[AP]M/);
    await expect(employee.bubble(said('Five'))).not.toContainText('written');
    const theirs = employee.page.getByRole('log', { name: 'Messages' }).getByRole('article');
    await expect(employee.bubble(said('Five'))).toBeVisible();
    await expect
      .poll(() => wordsIn(theirs, mine))
      .toEqual(['One', 'Two', 'Three', 'Four, better', 'Five'].map(said));
    const file = await employee.downloads(
      employee.bubble(said('Two')).getByRole('button', { name: /^meter\..*png/ }),
    );
    expect(file.bytes.equals(samples.png.bytes)).toBe(true);
    await expect(employee.bubble(marked).first().getByRole('button', { name: 'Mark as new' })).toBeVisible();
  });
  await context.close();
  await line.close();
});

beforeRelease(
  'the messages behind a refused one say why they wait, and go first once it is edited',
  async ({ newPerson }, { project }) => {
    const client = await newPerson('client');
    const { page } = client;
    const said = (text: string) => `${text} [${project.name}]`;
    const write = async (text: string) => {
      await page.getByPlaceholder('Type your message…').fill(text);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByPlaceholder('Type your message…')).toHaveValue('');
    };
    await client.signIn('client@ev.test', seedPassword);
    await client.goTo('/messages');
    const row = page.getByRole('region', { name: 'Needs your answer' }).getByRole('listitem');
    await row
      .filter({ hasText: /Waiting (less|\d)/ })
      .last()
      .getByRole('button')
      .first()
      .click();
    await expect(page.getByRole('log', { name: 'Messages' }).getByRole('article').first()).toBeVisible();
    const refusal = {
      status: 400,
      headers: { [responseMark]: '1' },
      json: { errorMessage: 'Not like this.', code: 'invalid' },
    };
    await page.route('**/api/jobs/update', (route) => route.fulfill(refusal));
    await write(said('First'));
    await expect(client.bubble(said('First'))).toContainText('Not sent: Not like this.');
    await write(said('Second'));
    await expect(client.bubble(said('Second'))).toContainText(
      'Waiting: an earlier message to this job wasn’t sent. Try it again or delete it first.',
    );
    expect(await client.barriers()).toEqual([]);

    // What waits behind it goes as soon as it is taken back.
    await page.unroute('**/api/jobs/update');
    await client.bubble(said('First')).getByRole('button', { name: 'Edit' }).click();
    expect(await client.barriers()).toEqual([]);
    await page.getByPlaceholder('Type your message…').fill(said('First, changed'));
    await page.getByLabel('Files to attach', { exact: true }).setInputFiles(photo);
    await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('meter.png');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(client.bubble(said('Second'))).toContainText(/From .* to EV/);
    await expect(client.bubble(said('First, changed'))).toContainText(/From .* to EV/);
    const bubbles = page.getByRole('log', { name: 'Messages' }).getByRole('article');
    const mine = new RegExp(`(First|First, changed|Second) \\[${project.name}\\]`);
    await expect.poll(() => wordsIn(bubbles, mine)).toEqual([said('Second'), said('First, changed')]);
    await expect(
      client.bubble(said('First, changed')).getByRole('button', { name: /^meter\..*png/ }),
    ).toBeVisible();
  },
);
