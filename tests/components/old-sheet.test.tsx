import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { listedJobs } from '../../src/cache/cachedItems.ts';
import { firmStatement, issued } from './support/firmStatement.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('employee', '/jobs/listing/all'));

test('whoever finds an old sheet tells its job’s chat in one tap, also where there is no connection', async () => {
  await sees('Jobs');
  await expect.poll(() => listedJobs().length).toBeGreaterThan(0);
  const [job] = listedJobs();
  const { text, keys } = await firmStatement({ jobCode: job?.jobCode ?? '' });
  const seal = { state: 'SUPERSEDED', since: issued + 86_400, by: 2, issued, revision: 1, files: [] };
  onTestFinished(answering(/\/check\/[\w-]+$/, async () => marked({ body: { seal } })));
  onTestFinished(answering(/\/api\/seals$/, async () => marked({ body: { keys, ended: '' } })));
  const restore = answering(/\/api\/jobs\/update$/, () => Promise.reject(new TypeError('Failed to fetch')));
  const { queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['firmSeals'] });
  await goTo(text.slice(location.origin.length));
  await page.getByRole('button', { name: 'Tell the job’s chat' }).click();
  await expect.element(page.getByRole('button', { name: 'Told the job’s chat' })).toBeDisabled();
  await page.getByRole('button', { name: /\. Open outbox$/ }).click();
  const words = 'A sheet of revision 1 is in use. Revision 2 has replaced it.';
  const waiting = page
    .getByRole('dialog', { name: 'Outbox' })
    .getByRole('listitem')
    .filter({ hasText: words });
  await expect.element(waiting).toBeVisible();
  restore();
  window.dispatchEvent(new Event('online'));
  await expect.element(waiting).not.toBeInTheDocument();
  await goTo(`/jobs/update/${job?.jobId}?chat=${job?.jobId}`);
  await expect.element(page.getByText(words)).toBeVisible();
});
