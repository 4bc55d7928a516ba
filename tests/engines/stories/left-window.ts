import type { Story } from '../story.ts';

const question = { role: 'dialog', name: 'Mark this job as completed?' };

/** A change of one tap is made although its window is left for another site while it could still be undone. */
export const leftWindow: Story = async ({ user, job, office }) => {
  const status = () => office.statusOf(job.jobId);
  await user.signIn('employee@ev.test', 'stamped-2026');
  await user.isInstalled();
  await user.goTo(`/jobs/update/${job.jobId}`);
  await user.seesPage(job.project);
  await user.press('Mark as completed');
  await user.press('Mark as completed', question);
  await user.seesText('Job moved to Completed.');
  await user.picture('completed');
  await user.window.goTo('about:blank');
  await user.until('it is made', async () => (await status()) === 'COMPLETED', 60_000);

  await user.goTo(`/jobs/update/${job.jobId}`);
  await user.seesPage(job.project);
  await user.seesText('Everything sent');
  await user.sees({ role: 'button', name: 'Reopen' });
  await user.picture('opened-again');
};
