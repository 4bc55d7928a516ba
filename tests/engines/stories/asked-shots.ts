import { deepEqual } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samples } from '../../support/files/sampleFiles.ts';
import { conversation, openChat } from '../chat.ts';
import type { Story } from '../story.ts';

const shot = 'Utility meter';

/** Staff ask for the missing photos of a job, and the client answers one in the chat, where it was asked for. */
export const askedShots: Story = async ({ user, job, office }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-asked-'));
  const photo = join(folder, 'meter.png');
  await writeFile(photo, samples.png.bytes);
  const asked = { role: 'list', name: 'Photos asked for', within: conversation };
  const isSaid = (state: string) =>
    user.until(`the shot is ${state}`, async () =>
      (await user.find({ role: 'listitem', text: shot, within: asked })).some(({ text }) =>
        text.includes(state),
      ),
    );
  try {
    await user.signIn('employee@ev.test', 'stamped-2026');
    await user.goTo(`/jobs/update/${job.jobId}`);
    await user.seesPage(job.project);
    await user.press('Ask for missing shots');
    await user.seesText('Asked for 3 photos in the chat.');
    await user.until('the question has arrived', async () =>
      (await office.conversation(job.jobId)).some(({ asks }) => asks?.length === 3),
    );
    await openChat(user);
    await isSaid('Missing');
    await user.picture('asked');
    await user.press('Close chat');
    if (user.isPhone) await user.press('More');
    await user.press('Sign out');
    await user.seesPage('Sign in');

    await user.signIn('client@ev.test', 'stamped-2026');
    await user.goTo(`/jobs/listing/all?chat=${job.jobId}`);
    await isSaid('Missing');
    await user.sees({ role: 'button', name: `Choose photos for ${shot}`, within: asked });
    await user.picture('asked-of-the-client');
    await user.window.setFiles(`input[aria-label="Photos for ${shot}"]`, [photo]);
    await isSaid('Added');
    await user.seesNone({ role: 'button', name: `Choose photos for ${shot}`, within: asked });
    await user.picture('added');
    deepEqual(
      (await office.arrived(job.jobId)).map(({ content }) => content),
      [`Photo for: ${shot}`],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
