import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import type { QrModules } from '../../server/proof/qrModules.ts';
import { hexHash } from '../../src/api/bytes.ts';
import { findsNoBarrier } from './support/axe.ts';
import { firmStatement, issued, photoOf, token } from './support/firmStatement.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    qrModules(text: string): Promise<QrModules>;
  }
}

beforeAll(() => openApp(null, '/auth/signin'));

/** Opens the check page without an account, for which the server returns this. */
async function opens(seal: object | null): Promise<void> {
  onTestFinished(answering(/\/check\/[\w-]+$/, async () => marked({ body: { seal } })));
  await goTo('/auth/signin');
  await goTo(`/check/${token}`, 'Check a seal');
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

test('the code on a photo is read on the page: a genuine one leads to its seal, and others to what they are', async () => {
  const { text, keys } = await firmStatement({ jobCode: 'K7.Ä 1' });
  await opens({ state: 'SUPERSEDED', since: issued + 86_400, by: 2, issued, revision: 1, files: [] });
  onTestFinished(answering(/\/api\/keys$/, async () => marked({ body: { keys } })));
  const reads = async (code: string) =>
    page.getByLabelText('Photo of the code').upload(await photoOf(await commands.qrModules(code)));
  await goTo('/check');
  await reads((await firmStatement({ origin: 'https://jobs.other.example' })).text);
  await expect.element(page.getByText('Another firm’s seal')).toBeVisible();
  await reads('W12x26');
  await expect.element(page.getByText('Not a seal')).toBeVisible();
  await reads(text);
  await expect.element(page.getByText(/^Revision 1 is superseded by revision 2/)).toBeVisible();
  await expect.element(page.getByText(/The code is genuine\.$/)).toBeVisible();
  await expect.element(page.getByText('Not a seal')).not.toBeInTheDocument();
  await findsNoBarrier();
  await reads(text.replace('%201.1.', '%201.2.'));
  await expect.element(page.getByText('Not genuine')).toBeVisible();
});
