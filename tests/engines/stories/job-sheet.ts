import { equal, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { printedPages } from '../../support/printedPages.ts';
import { openFromList } from '../chat.ts';
import type { Story } from '../story.ts';

const names = ['east gable from the driveway.jpg', 'meter and main panel, cover off.jpg'];

/** A user prints a job with two photos. */
export const jobSheet: Story = async ({ user, job, office }) => {
  const files = await Promise.all(
    names.map(async (name, index) => {
      const background = ['#a33', '#36a'][index] ?? '';
      const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .jpeg()
        .toBuffer();
      return new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' });
    }),
  );
  await office.say(job.jobId, 'Photos of the site', { files });
  await user.signIn('client@ev.test', 'stamped-2026');
  await user.sees({ role: 'link', name: job.project });
  await openFromList(user, job);
  await user.window.evaluate(() => {
    window.print = () => undefined;
  });
  await user.click({ role: 'button', name: `More actions for ${job.project}` });
  await user.press('Print');
  await user.until('the pictures are on the sheet', () =>
    user.window.evaluate(() => document.querySelectorAll('[data-job-sheet] img').length === 2),
  );
  const pdf = await user.window.print();
  await writeFile(join(user.pictures, 'job-sheet.pdf'), pdf);
  const pages = await printedPages(pdf);
  const text = pages.flatMap(({ lines }) => lines).join('\n');
  equal(pages.length, 1);
  for (const name of names) ok(text.includes(name), `${name} is on one line`);
  ok(text.includes('Signature'), 'there is a line to sign');
  ok(!text.includes('Skip to main content'), 'the link for keyboards is not printed');
  equal(pages[0]?.pictures, 2);
};
