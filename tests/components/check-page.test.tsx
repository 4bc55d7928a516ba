import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

const token = 'abcdefghijklmnopqrst-_';
const issued = 1_795_000_000;

beforeAll(() => openApp(null, '/auth/signin'));

/** Opens the check page without an account, for which the server returns this. */
async function opens(seal: object | null): Promise<void> {
  onTestFinished(answering(/\/check\/[\w-]+$/, async () => marked({ body: { seal } })));
  await goTo('/auth/signin');
  await goTo(`/check/${token}`);
  await sees('Check a seal');
}

test.each([
  [{ state: 'CURRENT', since: null, by: null }, 'Revision 1 is current'],
  [{ state: 'SUPERSEDED', since: issued + 86_400, by: 2 }, /Revision 1 is superseded by revision 2 since/],
  [{ state: 'WITHDRAWN', since: issued + 86_400, by: null }, /Revision 1 is withdrawn since/],
])('who holds a sheet reads without an account what became of it (%j)', async (state, sentence) => {
  await opens({ ...state, issued, revision: 1, files: [{ sha256: 'a'.repeat(64), current: true }] });
  await expect.element(page.getByText(sentence)).toBeVisible();
  await findsNoBarrier();
});

test('an address without a seal says no more than that', async () => {
  await opens(null);
  await expect.element(page.getByText('No seal found')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Compare a file' })).not.toBeInTheDocument();
});
