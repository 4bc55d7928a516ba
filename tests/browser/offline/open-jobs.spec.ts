import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { startTcpProxy } from '../../support/network/tcpProxy.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { isInstalled, test } from '../support/device.ts';
import { clientEmail, Office } from '../support/outbox/office.ts';

/** An update begins a while after the start, when nothing else is going on. */
const unhurried = { timeout: 180_000 };

test('open jobs are kept available offline within a limit, and leave once they are closed', async ({
  deviceAt,
  product,
}) => {
  const office = await Office.open(product.url);
  const closing = await office.newJob('Closed elsewhere', 1);
  const proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  const device = await deviceAt(`http://127.0.0.1:${proxy.port}`);
  try {
    let person = await device.open();
    let { page } = person;
    const section = () => page.getByRole('region', { name: 'Open jobs offline' });
    const choice = 'Keep my open jobs available offline';
    const current = /^(\d+) jobs, [\d.]+ (KB|MB), updated .*\d:\d\d/;
    let jobPaths: string[] = [];

    await test.step('they are off in a browser, and saved once they are turned on', async () => {
      await person.signIn(clientEmail, seedPassword);
      await isInstalled(person);
      await person.goTo('/account');
      await expect(section().getByRole('radio', { name: 'Off' })).toBeChecked();
      await person.choose(choice, 'On');
      await expect(section().getByRole('status')).toHaveText(current, unhurried);
      await person.findsNoBarrier();
      await person.goTo('/jobs/listing/in-progress');
      const rows = page.locator('main a[href^="/jobs/update/"]');
      await expect(page.getByText(/Available offline · \d/).first()).toBeVisible();
      jobPaths = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    });

    await test.step('a job, its chat and a file are there while offline after a restart', async () => {
      await device.close();
      proxy.cut();
      person = await device.open();
      page = person.page;
      await person.goTo(`/jobs/update/${closing.jobId}?chat=${closing.jobId}`);
      await expect(person.bubble('Question 1 about Closed elsewhere')).toBeVisible();
      for (const path of jobPaths) {
        await person.goTo(path);
        await expect(page.locator('label', { hasText: /^Available offline · \d/ })).toBeVisible();
        // Files are out of sight until the photo checklists are read.
        await person.waitsUntilStill();
        const show = page.getByRole('button', { name: /^Preview .+\.(png|jpe?g)$/i }).first();
        if ((await show.count()) === 0) continue;
        await show.click();
        // The files beside it are there too, out of sight.
        const whole = page.locator('dialog:modal img:not([inert] *)');
        await expect(whole).toHaveJSProperty('complete', true);
        expect(await whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
        return;
      }
      throw new Error('No open job has a picture.');
    });

    await test.step('a job that staff close leaves, by itself or at once with “Update now”', async () => {
      proxy.restore();
      const staffEmail = 'employee@ev.test';
      const { idToken } = await emulatorSignIn(product.url, staffEmail, seedPassword);
      const params = { jobId: closing.jobId };
      const { version } = await liveCall(product.url, idToken, 'job', { params });
      const body = { evJobId: closing.jobId, jobUpdateUser: staffEmail, version, status: 'COMPLETED' };
      await liveCall(product.url, idToken, 'updateJob', { body: body as never });
      await person.goTo('/account');
      await expect(section().getByRole('status')).toHaveText(current, unhurried);
      const cached = () =>
        page.evaluate(async (jobId) => {
          const name = (await caches.keys()).find((one) => one.startsWith('responses:')) ?? '';
          const keys = await (await caches.open(name)).keys();
          return keys.filter(({ url }) => url.includes(jobId)).length;
        }, closing.jobId);
      await person.press('Update now');
      await expect.poll(cached, unhurried).toBe(0);
    });

    await test.step('files that do not fit are counted, and saved once the job’s switch is turned on', async () => {
      // The smallest choice holds all files of the demo data.
      await page.evaluate(() =>
        localStorage.setItem('open-jobs', JSON.stringify({ isOn: true, limitMb: 0.05 })),
      );
      await page.reload();
      await expect(section().getByText('Not all files fit.')).toBeVisible(unhurried);
      await person.findsNoBarrier();
      await section().getByRole('listitem').first().getByRole('link').click();
      const own = page.locator('label', { hasText: 'Available offline' });
      await expect(own).toHaveText(/^Available offline · .* · \d+ files? missing$/);
      await person.findsNoBarrier();
      await own.getByRole('switch').check();
      await expect(own).toHaveText(/^Available offline · [\d:]+\s?[AP]M$/, unhurried);
    });
  } finally {
    await proxy.close();
  }
});
