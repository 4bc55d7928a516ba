import { deepEqual } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samples } from '../../support/files/sampleFiles.ts';
import type { Story } from '../story.ts';

/** A photo for a slot of a job, taken offline, waits in it and arrives once. */
export const photoSlot: Story = async ({ user, job, office, proxy }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-slot-'));
  const photo = join(folder, 'meter.png');
  await writeFile(photo, samples.png.bytes);
  const arrived = async () => (await office.arrived(job.jobId)).map(({ content }) => content);
  const slot = { role: 'list', name: 'Photos of Utility meter' };
  try {
    await user.signIn('client@ev.test', 'stamped-2026');
    await user.isInstalled();
    await user.goTo(`/jobs/update/${job.jobId}`);
    await user.seesPage(job.project);
    await user.seesText('0 of 3 photos');
    await user.picture('missing');
    await proxy.line('dead');
    await user.window.setFiles('input[aria-label="Photos for Utility meter"]', [photo]);
    await user.sees(slot);
    await user.seesText('1 of 3 photos');
    await user.picture('waiting');
    deepEqual(await arrived(), []);
    await proxy.line('up');
    await user.until('the photo has arrived', async () => (await arrived()).length > 0, 90_000);
    await user.sees({ role: 'button', name: 'View photo of Utility meter' });
    await user.picture('arrived');
    deepEqual(await arrived(), ['Photo for: Utility meter']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
