import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { isInstalled, test } from '../support/device.ts';

test('jobs saved for offline are readable with their files while offline, until they are removed', async ({
  deviceAt,
  product,
}) => {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
  try {
    let person = await device.open();
    let { page } = person;
    await person.signIn('employee@ev.test', seedPassword);
    await person.sees('Jobs');
    await isInstalled(person);

    const dialog = () => page.getByRole('dialog', { name: 'Save for offline' });
    await test.step('their size is shown first', async () => {
      await person.chooseFromMenu('Save for offline');
      await dialog().getByRole('radio', { name: 'All open jobs assigned to me' }).check();
      await expect(dialog().getByText(/\d+ jobs, their chats, and \d+ files? \(\d/)).toBeVisible();
      await dialog().getByRole('button', { name: 'Save', exact: true }).click();
    });

    let prepared: string[] = [];
    const opened: string[] = [];
    await test.step('each shows when it is saved', async () => {
      const rows = dialog().getByRole('region', { name: 'Jobs saved for offline' }).getByRole('listitem');
      await expect(rows.first()).toBeVisible();
      await expect(rows.filter({ hasNotText: 'Available offline' })).toHaveCount(0);
      prepared = await rows
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      expect(prepared.length).toBeGreaterThan(1);
      await dialog().getByRole('button', { name: 'Close' }).click();
      await person.goTo('/jobs/listing/all?assignee=employee@ev.test');
      await expect(page.getByText(/Available offline · \d/).first()).toBeVisible();
    });

    await test.step('the job, conversation and files are there while offline and after a restart', async () => {
      await device.close();
      proxy.cut();
      person = await device.open();
      page = person.page;
      let files = 0;
      for (const path of prepared) {
        opened.push(path);
        await person.goTo(path);
        await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
        await expect(page.getByRole('button', { name: /^Available offline · \d/ })).toBeVisible();
        const show = page.getByRole('button', { name: /^Preview .+\.(png|jpe?g)$/i }).first();
        if ((await show.count()) > 0) {
          files += 1;
          await show.click();
          // Its neighbours are drawn too, out of sight.
          const whole = page.locator('dialog:modal section > :not([inert])').getByRole('img');
          await expect(whole).toHaveJSProperty('complete', true);
          expect(await whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
          await person.press('Close viewer');
        }
        await person.press('Open chat');
        await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible();
        await page.getByRole('button', { name: 'Close' }).click();
      }
      expect(files).toBeGreaterThan(0);
    });

    await test.step('they are removed with one button, and nothing is left', async () => {
      await page.getByRole('button', { name: /^Available offline · \d/ }).click();
      await dialog().getByRole('button', { name: 'Remove from this device' }).click();
      await expect(dialog().getByText('Couldn’t check the download size.')).toBeVisible();
      await dialog().getByRole('button', { name: 'Close' }).click();
      const kept = await page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('responses:'));
        const keys = name ? await (await caches.open(name)).keys() : [];
        return keys.map(({ url }) => url);
      });
      const removed = (opened.at(-1) ?? '').split('/').at(-1) ?? '';
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.filter((url) => url.includes(removed))).toEqual([]);
    });

    await test.step('one job alone can be saved again when online', async () => {
      proxy.restore();
      await person.press('Save for offline');
      await expect(dialog().getByText(/^1 job, its chat, and/)).toBeVisible({ timeout: 180_000 });
      await dialog().getByRole('button', { name: 'Save', exact: true }).click();
      await expect(dialog().getByText(/^Available offline · \d/)).toBeVisible();
    });
  } finally {
    await proxy.close();
  }
});
