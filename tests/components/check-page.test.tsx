import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
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

test('a sheet whose code could not be checked for want of the firm’s keys is what the record says', async () => {
  const { text } = await firmStatement();
  const files = [{ sha256: 'a'.repeat(64), current: true }];
  const seal = { state: 'CURRENT', since: null, by: null, issued, revision: 1, files };
  onTestFinished(answering(/\/api\/keys$/, async () => new Response('', { status: 503 })));
  onTestFinished(answering(/\/check\/[\w-]+$/, async () => marked({ body: { seal } })));
  const { queryClient } = await import('../../src/api/queries.ts');
  queryClient.removeQueries({ queryKey: ['firmSeals'] });
  await goTo('/auth/signin');
  await goTo(text.slice(location.origin.length), 'Check a seal');
  await expect.element(page.getByText('Revision 1 is current')).toBeVisible();
  await expect.element(page.getByText(/Not signed by a key/)).not.toBeInTheDocument();
});

test('a record that cannot be had says why, and is had once it can be', async () => {
  const files = [{ sha256: 'a'.repeat(64), current: true }];
  const seal = { state: 'CURRENT', since: null, by: null, issued, revision: 1, files };
  const many = 'Too many requests. Wait a minute, then try again.';
  let isRefused = true;
  const answer = async () =>
    isRefused ? marked({ errorMessage: many, code: 'rate-limited' }, 429) : marked({ body: { seal } });
  onTestFinished(answering(/\/check\/[\w-]+$/, answer));
  await goTo('/auth/signin');
  await goTo(`/check/${token}`, 'Check a seal');
  await expect.element(page.getByText('Not checked')).toBeVisible();
  await expect.element(page.getByText(new RegExp(many))).toBeVisible();
  isRefused = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Revision 1 is current')).toBeVisible();
  await expect.element(page.getByText(new RegExp(many))).not.toBeInTheDocument();
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

test('the signatures of several files are checked one file after the other', async () => {
  const checkers = new Set<Worker>();
  let most = 0;
  class Counted extends Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      if (String(address).includes('sealWorker')) checkers.add(this);
      most = Math.max(most, checkers.size);
    }
    override terminate(): void {
      checkers.delete(this);
      super.terminate();
    }
  }
  vi.stubGlobal('Worker', Counted);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { pdf } = await commands.sealedPdf('nothing');
  const bytes = Uint8Array.from(atob(pdf), (one) => one.charCodeAt(0));
  const sealed = [{ sha256: await hexHash(bytes), current: true }];
  await opens({ state: 'CURRENT', since: null, by: null, issued, revision: 1, files: sealed });
  const files = [1, 2, 3].map((at) => new File([bytes], `A-${at}.pdf`, { type: 'application/pdf' }));
  await page.getByLabelText(/^Files/).upload(files);
  await expect.element(page.getByText('This document has no digital signature.').nth(2)).toBeVisible();
  expect(most).toBe(1);
});

test('files to compare may be larger together than those of a message: they are sent nowhere', async () => {
  const files = [{ sha256: 'a'.repeat(64), current: true }];
  await opens({ state: 'CURRENT', since: null, by: null, issued, revision: 1, files });
  const large = [1, 2].map(
    (at) => new File([`%PDF-1.7\n${at}`, new Uint8Array(8)], `A-${at}.pdf`, { type: 'application/pdf' }),
  );
  for (const file of large) Object.defineProperty(file, 'size', { value: 60 * 2 ** 20 });
  await expect.element(page.getByLabelText(/^Files/)).toBeInTheDocument();
  const dropped = new Event('drop', { bubbles: true, cancelable: true });
  const dataTransfer = { types: ['Files'], files: large };
  page
    .getByLabelText(/^Files/)
    .element()
    .dispatchEvent(Object.assign(dropped, { dataTransfer }));
  await expect.element(page.getByText('Differs', { exact: true }).nth(1)).toBeVisible();
  await expect.element(page.getByText(/cannot exceed|of 100 MB/)).not.toBeInTheDocument();
});

test('a file that can no longer be read once it was compared is no want of code on this device', async () => {
  const plan = new File(['%PDF-1.7\n'], 'plan.pdf', { type: 'application/pdf' });
  const files = [{ sha256: await hexHash(plan), current: true }];
  await opens({ state: 'CURRENT', since: null, by: null, issued, revision: 1, files });
  const { arrayBuffer } = Blob.prototype;
  let reads = 0;
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    if (this instanceof File) reads += 1;
    return this instanceof File && reads > 1
      ? Promise.reject(new DOMException('It was changed.', 'NotReadableError'))
      : arrayBuffer.call(this);
  });
  onTestFinished(() => reading.mockRestore());
  await page.getByLabelText(/^Files/).upload(plan);
  await expect.element(page.getByText('Signatures not checked')).toBeVisible();
  await expect.element(page.getByText(/Couldn’t read this file/)).toBeVisible();
  await expect.element(page.getByText('Same', { exact: true })).toBeVisible();
});

test('a file that cannot be read is not compared, which is said', async () => {
  const files = [{ sha256: 'a'.repeat(64), current: true }];
  await opens({ state: 'CURRENT', since: null, by: null, issued, revision: 1, files });
  const { arrayBuffer } = Blob.prototype;
  // As browsers refuse a file that was changed after it was chosen.
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    return this instanceof File
      ? Promise.reject(new DOMException('It was changed.', 'NotReadableError'))
      : arrayBuffer.call(this);
  });
  onTestFinished(() => reading.mockRestore());
  const plan = new File(['%PDF-1.7\n'], 'plan.pdf', { type: 'application/pdf' });
  await page.getByLabelText(/^Files/).upload(plan);
  await expect.element(page.getByText('Not compared')).toBeVisible();
  await expect.element(page.getByText('Differs')).not.toBeInTheDocument();
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
