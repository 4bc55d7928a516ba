import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { Plan } from '../../src/features/plans/open/openPlan.ts';
import { PlanError } from '../../src/features/plans/open/PlanError.ts';
import { findSeals } from '../../src/features/plans/seal/findSeals.ts';
import { findsNoBarrier } from './support/axe.ts';
import { answering, marked, openApp } from './support/openApp.ts';
import { openPlanOf } from './support/openPlanOf.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    sealedPdf(name: string): Promise<{ pdf: string; issuer: string }>;
  }
}

let stops: (() => void)[] = [];
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Opens a document of the tables of signatures, for a firm that trusts the board. */
async function openSealed(name: string): Promise<void> {
  const { pdf, issuer } = await commands.sealedPdf(name);
  const trusted = {
    fingerprint: 'a'.repeat(64),
    name: 'Board CA',
    until: 2e9,
    added: 1e9,
    certificate: issuer,
  };
  stops.push(answering(/\/api\/trusted-issuers$/, async () => marked({ body: [trusted] })));
  stops.push(await openPlanOf(bytesOf(pdf)));
}

beforeAll(() => openApp('employee', '/jobs/listing/all'));
afterEach(() => {
  for (const stop of stops.reverse()) stop();
  stops = [];
});

test('an unsigned document has no line about signatures, and loads nothing that checks them', async () => {
  await openSealed('nothing');
  await expect.element(page.getByText('Beam B1: W12x26').first()).toBeInTheDocument();
  await expect.element(page.getByText(/signature/i)).not.toBeInTheDocument();
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  expect(loaded.filter((path) => /asn1js|\/seal\/(verifySeals|SealList|cms|pdf)/.test(path))).toEqual([]);
});

test('a signed document says who signed it above the page, and what was checked in the panel', async () => {
  await openSealed('two signatures');
  const sentence = 'Signed by Ada Seal PE and Ben Stamp PE, and nothing was changed since.';
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  await page.getByRole('button', { name: 'Details' }).click();
  const panel = page.getByRole('region', { name: 'Signatures' });
  await expect.element(panel.getByRole('heading', { name: 'Ben Stamp PE' })).toBeVisible();
  const first = panel.getByRole('region', { name: 'Ada Seal PE' });
  for (const said of [
    'Another signature was added',
    'All of the file as it was then',
    /by the signer’s own clock$/,
    'Trusted through',
  ])
    await expect.element(first.getByText(said)).toBeVisible();
  await findsNoBarrier();
});

test.each([
  ['one letter of a drawing', 'This isn’t what was signed.'],
  ['SHA-1', 'The signature could not be checked.'],
  ['no end', 'The signature could not be checked.'],
  [
    'a certificate that nobody issued',
    /^Signed, and nothing was changed since. It isn’t proven that Alma Alone did it.$/,
  ],
  ['claims a seal', /This document has no digital signature.$/],
])('a document with %s says so above the page', async (name, sentence) => {
  await openSealed(name);
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  await findsNoBarrier();
});

type Work = Parameters<Plan['readDocument']>[0];

/** Lets what is read of a document fail, as what takes too long does. */
function failing(isRead: (work: Work, limitMs?: number) => boolean): void {
  const { readDocument } = Plan.prototype;
  const reading = vi.spyOn(Plan.prototype, 'readDocument').mockImplementation(function (
    this: Plan,
    work,
    signal,
    limitMs,
  ) {
    return isRead(work, limitMs)
      ? Promise.reject(new PlanError('too-complex'))
      : readDocument.call(this, work, signal, limitMs);
  });
  stops.push(() => reading.mockRestore());
}

const unchecked = 'Couldn’t check the signature. Close the document, then open it again.';

test.each([
  ['says', 'claims a seal', unchecked],
  ['does not say', 'nothing', 'Beam B1: W12x26'],
])(
  'nothing is claimed of signatures that could not be looked for where a page %s that it is signed',
  async (_, name, text) => {
    failing((work) => work === findSeals);
    await openSealed(name);
    await expect.element(page.getByText(text).first()).toBeInTheDocument();
    await expect.element(page.getByText(/has no digital signature/)).not.toBeInTheDocument();
    expect(page.getByText(unchecked).elements()).toHaveLength(text === unchecked ? 1 : 0);
  },
);

test('a signed document that cannot be loaded to check it says so, instead of being checked for ever', async () => {
  failing((_, limitMs) => limitMs === 60_000);
  await openSealed('two signatures');
  await expect.element(page.getByText(unchecked)).toBeVisible();
  await expect.element(page.getByText('Checking the signatures…')).not.toBeInTheDocument();
});
