import { deepEqual, equal, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newLongestJob, photo } from '../../browser/support/outbox/longestJob.ts';
import type { AppUser } from '../../support/engines/appUser.ts';
import { type PrintedPage, printedPages } from '../../support/files/printedPages.ts';
import type { Story } from '../story.ts';

const names = ['east gable from the driveway.jpg', 'meter and main panel (cover off).jpg'];

/** Chooses *Print* in the menu of a job, and prints the page once the app has called the browser's print dialog. */
async function print(
  user: AppUser,
  { jobId, project }: { jobId: string; project: string },
  name: string,
): Promise<PrintedPage[]> {
  await user.goTo(`/jobs/update/${jobId}`);
  await user.seesPage(project);
  await user.window.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await user.press(`More actions for ${project}`);
  await user.press('Print');
  await user.until('the print dialog opens', () =>
    user.window.evaluate(() => document.body.hasAttribute('data-printed')),
  );
  const pdf = await user.window.print();
  await writeFile(join(user.pictures, `${name}.pdf`), pdf);
  return printedPages(pdf);
}

/** A user prints a job with two photos on one page, and one with as much as a job can have. */
export const jobSheet: Story = async ({ user, job, office, tag }) => {
  const files = await Promise.all(names.map((name, index) => photo(name, ['#a33', '#36a'][index] ?? '')));
  await office.say(job.jobId, 'Photos of the site', { files });
  const longest = await newLongestJob(office, tag);
  await user.signIn('client@ev.test', 'stamped-2026');

  const pages = await print(user, job, 'job-sheet');
  const text = pages.flatMap(({ lines }) => lines).join('\n');
  deepEqual(
    pages.map(({ pictures }) => pictures),
    [2],
    'pictures of each page',
  );
  for (const name of names) ok(text.includes(name), `${name} is on one line`);
  ok(text.includes('Signature'), 'there is a line to sign');
  ok(!text.includes('Skip to main content'), 'the link for keyboards is not printed');

  const long = await print(user, longest, 'longest-job');
  // The fonts of WebKitGTK are wider: there it takes three.
  ok(long.length <= 3, `the longest job is on ${long.length} pages`);
  equal(
    long.reduce((sum, { pictures }) => sum + pictures, 0),
    8,
  );
  const longText = long.flatMap(({ lines }) => lines).join('\n');
  ok(longText.includes('And 40 more files in EV Jobs.'));
  ok(longText.includes('Signature'));
};
