import { expect } from '@playwright/test';
import { startFaultProxy } from '../../support/network/faultProxy.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { isInstalled, test } from '../support/device.ts';
import { Office, password } from '../support/outbox/office.ts';
import type { Person } from '../support/person.ts';

const earlier = 'The ladder is in the blue van.';
const written = 'Ask for the permit, ';

function notesOf({ page }: Person) {
  return page.getByRole('list', { name: 'Notes, newest first' }).getByRole('listitem');
}

test('a staff note written offline survives a kill, is added once, and is no message', async ({
  deviceAt,
  product,
}, { project }) => {
  const office = await Office.open(product.url);
  const job = await office.newJob(`Note ${project.name}`, 1);
  const { jobId } = job;
  const path = `/jobs/update/${jobId}?view=notes`;
  const { idToken } = await emulatorSignIn(product.url, 'admin@ev.test', password);
  const stored = async () =>
    (await liveCall(product.url, idToken, 'staffNotes', { params: { jobId } })).items;
  await liveCall(product.url, idToken, 'addStaffNote', { body: { jobId, note: earlier } });
  const proxy = await startFaultProxy(product.url);
  const device = await deviceAt(proxy.url);

  await test.step('the notes are read once on a good connection', async () => {
    const person = await device.open();
    await person.signIn('employee@ev.test', password);
    await isInstalled(person);
    // From here on the worker handles every read, as on every later day.
    await person.goTo(path);
    await expect(notesOf(person).filter({ hasText: earlier })).toBeVisible();
    await person.waitsUntilStill();
    await device.close();
  });

  await proxy.line('silent');
  await test.step('a note with a mention waits, and the battery runs flat', async () => {
    const person = await device.open();
    const { page } = person;
    await person.goTo(path);
    await expect(notesOf(person).filter({ hasText: earlier })).toBeVisible();
    const field = page.getByRole('textbox', { name: 'New note for staff' });
    await field.click();
    await page.keyboard.type(`${written}@admin`);
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await person.press('Add note');
    await expect(field).toHaveValue('');
    await expect(notesOf(person)).toHaveCount(2);
    expect(await stored()).toHaveLength(1);
    await device.kill();
  });

  await test.step('it still waits after a start offline, and is added once when back online', async () => {
    const person = await device.open();
    await person.goTo(path);
    await expect(notesOf(person).first()).toContainText(written);
    await proxy.line('up');
    await expect.poll(async () => (await stored()).length, { timeout: 180_000 }).toBe(2);
    await expect(notesOf(person).first()).toContainText('Mentions');
    await expect(notesOf(person)).toHaveCount(2);
  });

  await test.step('it has its mention and its time, and the conversation has no word of it', async () => {
    const [note] = await stored();
    expect(note?.content).toContain(written);
    expect(note?.mentions.map(({ email }) => email)).toEqual(['admin@ev.test']);
    expect(note?.fromUserId).toBe('employee@ev.test');
    const conversation = await office.conversation(jobId);
    expect(conversation.map(({ content }) => content)).toEqual(job.asked.map(({ content }) => content));
  });
  await proxy.close();
});
