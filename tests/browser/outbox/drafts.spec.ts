import { expect, type Page } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { startFaultProxy } from '../../support/network/faultProxy.ts';
import { isInstalled, test } from '../support/device.ts';
import { ChatTab } from '../support/outbox/chatTab.ts';
import { clientEmail, Office, password } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';

const beforeRelease = isAll ? test : test.skip;

/** Waits just long enough after a key for the text to be saved; by the clock of the page, which may be slow. */
const aSecond = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));

function chatOf(page: Page, job: ConstructorParameters<typeof ChatTab>[1]): ChatTab {
  return new ChatTab(page, job);
}

async function isTyped(chat: ChatTab, text: string): Promise<void> {
  await chat.show();
  await expect.poll(() => chat.typed()).toBe(text);
}

test('typed text survives a browser killed a second later, and sent text does not come back', async ({
  deviceAt,
  product,
}, { project }) => {
  const office = await Office.open(product.url);
  const job = await office.newJob(`Killed ${project.name}`, 1);
  const device = await deviceAt(product.url);
  let person = await device.open();
  const open = async (): Promise<ChatTab> => {
    await person.goTo(ChatTab.pathOf(job));
    const chat = chatOf(person.page, job);
    await chat.isRead();
    return chat;
  };
  await person.signIn(clientEmail, password);
  await isInstalled(person);
  let chat = await open();
  await chat.type('typed and not sent', []);
  await aSecond(person.page);
  await device.kill();

  person = await device.open();
  chat = await open();
  await isTyped(chat, 'typed and not sent');
  await chat.press();
  await chat.isTaken();
  await device.kill();

  person = await device.open();
  chat = await open();
  await expect(person.bubble('typed and not sent')).toHaveCount(1);
  await aSecond(person.page);
  expect(await chat.typed()).toBe('');
  await expect
    .poll(() => office.arrived(job.jobId), { timeout: 180_000 })
    .toEqual([{ content: 'typed and not sent', sha256: [] }]);

  await test.step('the form of a new job is restored too', async () => {
    await person.goTo('/jobs/create');
    await person.fill('Project name', 'A roof half described');
    await aSecond(person.page);
    await device.kill();
    person = await device.open();
    await person.goTo('/jobs/create');
    await expect(person.field('Project name')).toHaveValue('A roof half described');
  });
});

beforeRelease(
  'two windows with one chat show one text, which is sent once',
  async ({ deviceAt, product }, { project }) => {
    const office = await Office.open(product.url);
    const job = await office.newJob(`Two windows ${project.name}`, 1);
    const device = await deviceAt(product.url);
    const person = await device.open();
    await person.signIn(clientEmail, password);
    await isInstalled(person);
    await person.goTo(ChatTab.pathOf(job));
    const a = chatOf(person.page, job);
    await a.isRead();
    const other = await person.page.context().newPage();
    await other.goto(person.url + ChatTab.pathOf(job));
    const b = chatOf(other, job);
    await b.isRead();

    await a.type('typed in the first window', []);
    await expect.poll(() => b.typed()).toBe('typed in the first window');
    await b.type('typed in both', []);
    await expect.poll(() => a.typed()).toBe('typed in both');
    await person.page.reload();
    await isTyped(a, 'typed in both');
    await b.press();
    await b.isTaken();
    await expect.poll(() => a.typed()).toBe('');
    await expect
      .poll(async () => (await office.arrived(job.jobId)).map(({ content }) => content), { timeout: 180_000 })
      .toEqual(['typed in both']);
    await b.type('left by both', []);
    await expect.poll(() => a.typed()).toBe('left by both');
    await aSecond(other);
    await device.kill();

    const later = await device.open();
    await later.goTo(ChatTab.pathOf(job));
    await isTyped(chatOf(later.page, job), 'left by both');
    expect((await office.arrived(job.jobId)).map(({ content }) => content)).toEqual(['typed in both']);
  },
);

beforeRelease(
  'a message that was being edited is edited further after a kill, and arrives once',
  async ({ deviceAt, product }, { project }) => {
    const office = await Office.open(product.url);
    const job = await office.newJob(`Half changed ${project.name}`, 1);
    const proxy = await startFaultProxy(product.url);
    const device = await deviceAt(proxy.url);
    let person: Person = await device.open();
    await person.signIn(clientEmail, password);
    await isInstalled(person);
    await person.goTo(ChatTab.pathOf(job));
    let chat = chatOf(person.page, job);
    await chat.isRead();
    await person.waitsUntilStill();
    await proxy.line('silent');
    for (const text of ['Dock 3', 'at four']) {
      await chat.type(text, []);
      await chat.press();
      await chat.isTaken();
    }
    // The first may have arrived and cannot be edited; the second waits behind it.
    const edit = person.bubble('at four').getByRole('button', { name: 'Edit' });
    await expect(edit).toBeVisible({ timeout: 180_000 });
    await edit.click();
    await isTyped(chat, 'at four');
    await chat.type('at five', []);
    await aSecond(person.page);
    await device.kill();

    person = await device.open();
    await person.goTo(ChatTab.pathOf(job));
    chat = chatOf(person.page, job);
    await chat.show();
    await isTyped(chat, 'at five');
    await chat.press();
    await chat.isTaken();
    await expect(person.bubble('at five')).toBeVisible();
    await proxy.line('up');
    await expect
      .poll(() => office.arrived(job.jobId), { timeout: 180_000 })
      .toEqual(['Dock 3', 'at five'].map((content) => ({ content, sha256: [] })));
    expect(await chat.typed()).toBe('');
    await proxy.close();
  },
);
