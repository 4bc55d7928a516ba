import { ok } from 'node:assert/strict';
import { filesOf } from '../../../src/contract/messages/message.ts';
import { planSetPdf } from '../../support/files/planSetPdf.ts';
import { conversation } from '../chat.ts';
import type { Story } from '../story.ts';

/** A plan set is turned, opened at the page of its address, searched and asked about, and the message links to the page. */
export const planSet: Story = async ({ user, job, office }) => {
  const set = new File([planSetPdf(180, 300)], 'E-100 set.pdf', { type: 'application/pdf' });
  const { communicationId } = await office.say(job.jobId, 'The whole set', { files: [set] });
  const message = (await office.conversation(job.jobId)).find(
    (one) => one.communicationId === communicationId,
  );
  const path = `/plans/${job.jobId}/${message && filesOf(message)[0]?.key}`;
  const shows = (page: number) =>
    user.until(`page ${page} is drawn`, async () => {
      const [stage] = await user.find({ role: 'application', name: { pattern: `, page ${page} of 180$` } });
      return (
        stage &&
        user.window.evaluate(() => {
          const view = document.querySelector('[role="application"]');
          const canvas = view?.querySelector('canvas');
          const drawn = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
          return view?.ariaBusy !== 'true' && drawn?.some((value) => value < 128);
        })
      );
    });

  await user.signIn('client@ev.test', 'stamped-2026');
  await user.goTo(path);
  await shows(1);
  await user.picture('first-page');
  await user.press('Next page');
  await shows(2);
  ok((await user.window.evaluate(() => location.search)) === '?page=2');

  await user.press('Search this plan');
  await user.fill('Search this plan', 'combiner  BOX cb-7');
  await shows(60);
  await user.seesText('1 of 3');
  await user.picture('found');
  await user.press('Next match');
  await shows(120);
  await user.window.evaluate(() => history.back());
  await shows(60);

  await user.goTo(`${path}?page=12`);
  await shows(12);
  await user.press('Ask about this page');
  await user.press('Select area');
  await user.picture('about-to-be-asked-about');
  const middle = await user.window.evaluate(() => {
    const { x, y, width, height } =
      document.querySelector('[role="application"]')?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await user.window.drag(middle, { x: middle.x + 120, y: middle.y + 60 });
  await user.sees({ role: 'button', name: { pattern: '^Remove E-100 set.* page 12.png' } });
  await user.picture('asked-about');
  await user.press('Send');
  const link = { role: 'link', name: 'Open page 12', within: conversation };
  await user.sees(link);
  await user.until('the question has arrived', async () => {
    const [first] = await office.arrived(job.jobId);
    return first?.content.includes('page 12') && first.sha256.length === 1;
  });
  await user.goTo(`/jobs/listing/all?chat=${job.jobId}`);
  await user.click(link);
  await shows(12);
};
