import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { hexHash } from '../../src/api/bytes.ts';
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

test.each([
  [
    'two signatures',
    'Signed, and nothing was changed since. It isn’t proven that Ada Seal PE and Ben Stamp PE did it.',
    /the list of issuers that the firm trusts isn’t on this device/,
  ],
  ['one letter of a drawing', 'This isn’t what was signed.', /What the signature covers was changed/],
  ['nothing', 'This document has no digital signature.', 'Same'],
])('the signatures of a dropped file are checked without an account (%s)', async (name, sentence, more) => {
  const pdf = Uint8Array.from(atob((await commands.sealedPdf(name)).pdf), (one) => one.charCodeAt(0));
  await opens({
    state: 'CURRENT',
    since: null,
    by: null,
    issued,
    revision: 1,
    files: [{ sha256: await hexHash(new Blob([pdf])), current: true }],
  });
  const asked: string[] = [];
  onTestFinished(
    answering(/^\/api\//, async ({ url }, send) => {
      asked.push(url);
      return send();
    }),
  );
  await page.getByLabelText(/^Files/).upload(new File([pdf], 'plan.pdf', { type: 'application/pdf' }));
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByText(more, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText('Same', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);
  await findsNoBarrier();
});
