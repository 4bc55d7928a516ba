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

    const ownSwitch = () => page.getByRole('switch', { name: 'Available offline' });
    const isSaved = () => page.locator('label', { hasText: /^Available offline · \d/ });
    const list = '/jobs/listing/all?assignee=employee@ev.test';
    let saved: string[] = [];
    const opened: string[] = [];
    await test.step('each is saved with its switch, and says when it is', async () => {
      await person.goTo(list);
      const rows = page.locator('main a[href^="/jobs/update/"]');
      await expect(rows.nth(3)).toBeVisible();
      const links = await rows.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      saved = [...new Set(links)].slice(0, 4);
      for (const path of saved) {
        await person.goTo(path);
        await ownSwitch().check();
        await expect(isSaved()).toBeVisible();
      }
      await person.goTo(list);
      await expect(page.getByText(/Available offline · \d/)).toHaveCount(saved.length);
    });

    await test.step('the job, conversation and files are there while offline and after a restart', async () => {
      await device.close();
      proxy.cut();
      person = await device.open();
      page = person.page;
      let files = 0;
      for (const path of saved) {
        opened.push(path);
        await person.goTo(path);
        await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
        await expect(isSaved()).toBeVisible();
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

    await test.step('one is removed with its switch, and nothing of it is left', async () => {
      await ownSwitch().click();
      await person.press('Remove');
      await expect(ownSwitch()).not.toBeChecked();
      const kept = await page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('responses:'));
        const keys = name ? await (await caches.open(name)).keys() : [];
        return keys.map(({ url }) => url);
      });
      const removed = (opened.at(-1) ?? '').split('/').at(-1) ?? '';
      expect(kept.length).toBeGreaterThan(0);
      expect(kept.filter((url) => url.includes(removed))).toEqual([]);
    });

    await test.step('it is saved again once the connection is back', async () => {
      await ownSwitch().check();
      await expect(page.locator('label', { hasText: 'Waiting for a connection' })).toBeVisible();
      proxy.restore();
      await expect(isSaved()).toBeVisible({ timeout: 180_000 });
    });
  } finally {
    await proxy.close();
  }
});
