import { samples } from '../../support/files/sampleFiles.ts';
import { conversation } from '../chat.ts';
import type { Story } from '../story.ts';

/** A job that was never opened on this device is there offline, with its chat and its file. */
export const openJobs: Story = async ({ user, job, office, proxy }) => {
  const file = new File([new Uint8Array(samples.png.bytes)], 'meter.png', { type: 'image/png' });
  await office.say(job.jobId, 'The meter', { files: [file] });
  const question = { role: 'article', text: job.asked[0]?.content ?? '', within: conversation };
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.isInstalled();
  await user.goTo('/account');
  await user.seesPage('Account');
  const choice = 'Keep my open jobs available offline';
  const options = { role: 'radiogroup', name: { pattern: `^${choice}` } };
  await user.click({ role: 'radio', name: 'On', within: options });
  await user.until(
    'all open jobs are kept',
    async () =>
      (await user.find({ role: 'status' })).some(({ text }) => /^\d+ jobs, .* updated .*\d:\d\d/.test(text)),
    120_000,
  );
  await user.picture('kept');

  await proxy.line('dead');
  await user.restart();
  await user.goTo(`/jobs/update/${job.jobId}`);
  await user.seesPage(job.project);
  await user.sees({ role: 'button', name: { pattern: '^Offline' } });
  await user.picture('job-offline');
  await user.press({ pattern: '^Preview meter' });
  await user.until('the file is shown', () =>
    user.window.evaluate(() => {
      const image = document.querySelector<HTMLImageElement>('img[alt^="meter"]');
      return image !== null && image.naturalWidth > 0;
    }),
  );
  await user.press('Close viewer');
  await user.press('Open chat');
  await user.sees(question);
  await user.picture('chat-offline');
};
