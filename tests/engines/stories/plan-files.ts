import { ok } from 'node:assert/strict';
import { filesOf } from '../../../src/contract/messages/message.ts';
import { pagesPdf } from '../../support/files/pdfs.ts';
import { planSetPdf } from '../../support/files/planSetPdf.ts';
import type { Story } from '../story.ts';

const megabyte = 2 ** 20;

/**
 * Plans of unusual files: one that is read ahead while it is shown opens without a connection, and so does one with an empty line before
 * it.
 */
export const planFiles: Story = async ({ user, job, office, proxy }) => {
  const large = planSetPdf(70, 700);
  ok(large.length > 1.5 * megabyte, `the set is larger than what is read as a whole: ${large.length} bytes`);
  const shifted = Buffer.concat([Buffer.from('\r\n'), pagesPdf(2)]);
  const plans = [
    { name: 'E-200 array.pdf', bytes: large, pages: 70 },
    { name: 'E-201 as printed.pdf', bytes: shifted, pages: 2 },
  ];
  const files = plans.map(
    ({ name, bytes }) => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }),
  );
  const { communicationId } = await office.say(job.jobId, 'Two plans', { files });
  const message = (await office.conversation(job.jobId)).find(
    (one) => one.communicationId === communicationId,
  );
  const stored = message ? filesOf(message) : [];
  const opens = async ({ name, pages }: (typeof plans)[number], page: number) => {
    const key = stored.find(({ fileName }) => fileName.startsWith(name.slice(0, 5)))?.key;
    await user.goTo(`/plans/${job.jobId}/${key}?page=${page}`);
    await user.sees({ role: 'application', name: { pattern: `, page ${page} of ${pages}$` } });
    await user.until(`page ${page} of ${name} is drawn`, () =>
      user.window.evaluate(() => {
        const view = document.querySelector('[role="application"]');
        const canvas = view?.querySelector('canvas');
        const drawn = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
        return view?.ariaBusy !== 'true' && drawn?.some((value) => value < 128);
      }),
    );
    return key ?? '';
  };

  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  // From here on the worker responds to the page.
  await user.goTo('/');
  await user.sees({ role: 'link', name: job.project });
  for (const plan of plans) {
    const key = await opens(plan, 1);
    await user.until(`${plan.name} is on the device`, () =>
      user.window.evaluate(async (part) => {
        const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        const requests = (await Promise.all(opened.map((cache) => cache.keys()))).flat();
        return requests.some(({ url }) => url.includes(part));
      }, key),
    );
  }

  await proxy.line('dead');
  for (const plan of plans) {
    await opens(plan, plan.pages);
    await user.picture(`offline-${plan.pages}`);
  }
};
