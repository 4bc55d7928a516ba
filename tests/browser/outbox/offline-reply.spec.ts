import { expect } from '@playwright/test';
import { isAll } from '../../support/amount.ts';
import { startFaultProxy } from '../../support/network/faultProxy.ts';
import { isInstalled, test } from '../support/device.ts';
import { ChatTab } from '../support/outbox/chatTab.ts';
import { clientEmail, Office, password } from '../support/outbox/office.ts';

const beforeRelease = isAll ? test : test.skip;

const reply = 'The north wall is free, please go on.';

beforeRelease(
  'a reply written after a cold start on a silent connection survives a crash and arrives once',
  async ({ deviceAt, product }, { project }) => {
    const office = await Office.open(product.url);
    const job = await office.newJob(`Cold start ${project.name}`, 1);
    const question = job.asked[0]?.content ?? '';
    const proxy = await startFaultProxy(product.url);
    const device = await deviceAt(proxy.url);
    await test.step('the job is read once on a good connection', async () => {
      const person = await device.open();
      await person.signIn(clientEmail, password);
      await isInstalled(person);
      // From here on the worker handles every read, as on every later day.
      await person.goTo('/');
      await person.page.getByRole('link', { name: job.project }).first().click();
      await person.sees(job.project);
      await person.press('Open chat');
      await expect(person.bubble(question)).toBeVisible();
      await person.waitsUntilStill();
      await device.close();
    });

    await proxy.line('silent');
    const person = await device.open();
    const { page } = person;
    await test.step('the list, the job and its conversation open while offline', async () => {
      await person.goTo('/');
      await person.sees('Jobs');
      await page.getByRole('link', { name: job.project }).first().click();
      await person.sees(job.project);
      await person.press('Open chat');
      await expect(person.bubble(question)).toBeVisible();
    });

    await test.step('a reply waits, and the battery runs flat', async () => {
      const chat = new ChatTab(page, job);
      await chat.type(reply, []);
      await chat.press();
      await chat.isTaken();
      await expect(person.bubble(reply)).toBeVisible();
      expect(await office.arrived(job.jobId)).toEqual([]);
      await device.kill();
    });

    await test.step('the reply arrives once when back online', async () => {
      await proxy.line('up');
      const later = await device.open();
      await later.goTo(ChatTab.pathOf(job));
      await expect
        .poll(() => office.arrived(job.jobId), { timeout: 180_000 })
        .toEqual([{ content: reply, sha256: [] }]);
      await expect(later.bubble(reply)).toHaveCount(1);
      await expect(later.bubble(reply)).toContainText('From Brightline Solar to EV');
    });
    await proxy.close();
  },
);
