import { filesOf } from '../../../src/contract/messages/message.ts';
import { bar, comparedPdf } from '../../support/files/comparedPdf.ts';
import type { Story } from '../story.ts';

const same = bar(40, 40);
const sets = {
  'Roof rev A.pdf': comparedPdf(same, same + bar(40, 100)),
  'Roof rev B.pdf': comparedPdf(same, same + bar(240, 100)),
};

/** Two sets are compared on the device, and what differs is there without a connection, too. */
export const comparedSets: Story = async ({ user, job, office, proxy }) => {
  const files = Object.entries(sets).map(
    ([name, bytes]) => new File([bytes], name, { type: 'application/pdf' }),
  );
  const { communicationId } = await office.say(job.jobId, 'Two sets', { files });
  const message = (await office.conversation(job.jobId)).find(
    (one) => one.communicationId === communicationId,
  );
  const stored = message ? filesOf(message) : [];
  const keyOf = (name: string) => stored.find(({ fileName }) => fileName.startsWith(name))?.key ?? '';
  const address = `/plans/${job.jobId}/${keyOf('Roof rev B')}?compare=${keyOf('Roof rev A')}`;
  const answer = '1 of 2 sheets unchanged, 1 changed.';
  const sees = async () => {
    await user.until('the answer', () =>
      user.window.evaluate(
        (text) => document.querySelector('main')?.innerText.includes(text) ?? false,
        answer,
      ),
    );
    await user.until('the sheet is drawn with what was and what is', () =>
      user.window.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('[role="application"] canvas');
        const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        let [red, blue] = [0, 0];
        for (let at = 0; at < data.length; at += 4) {
          if ((data[at] ?? 0) > (data[at + 2] ?? 0) + 100) red += 1;
          if ((data[at + 2] ?? 0) > (data[at] ?? 0) + 100) blue += 1;
        }
        return red > 20 && blue > 20;
      }),
    );
  };

  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  // From here on the worker responds to the page.
  await user.goTo('/');
  await user.sees({ role: 'link', name: job.project });
  await user.goTo(address);
  await sees();
  await user.picture('compared');
  await user.until('the answer is on the device', () =>
    user.window.evaluate(async () => {
      const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      for (const cache of opened) {
        for (const request of await cache.keys()) {
          if (!request.url.endsWith('/comparisons')) continue;
          if ((await (await cache.match(request))?.text())?.includes('"changed"')) return true;
        }
      }
      return false;
    }),
  );
  await proxy.line('dead');
  await user.goTo('/');
  await user.goTo(address);
  await sees();
  await user.picture('offline');
  await proxy.line('up');
};
