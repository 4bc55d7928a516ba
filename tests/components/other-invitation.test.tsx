import { beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../support/server/people.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

const invited = { firstName: '', lastName: '', userType: 'CLIENT' };
const links: Record<string, unknown> = {
  own: { ...invited, email: people.client.email },
  used: { ended: 'USED' },
  other: { ...invited, email: 'iris@roofers.test' },
  expired: { ended: 'EXPIRED' },
  withdrawn: { ended: 'WITHDRAWN' },
  unknown: null,
};

beforeAll(async () => {
  await openApp('client', '/jobs/listing/all');
  // What is loaded after the first screen shows toasts, and follows the links.
  const { toast } = await import('../../src/ui/feedback/toast.ts');
  const dismiss = toast('Toasts are here', { lasts: true });
  await vi.waitUntil(() => document.body.textContent.includes('Toasts are here'), {
    timeout: 120_000,
  });
  dismiss();
  answering(/\/users\/invitation\/\w+$/, async ({ url }) =>
    marked({ body: links[url.split('/').at(-1) ?? ''] }),
  );
});

/** The toasts on screen, closed by this. */
async function toasts(): Promise<string[]> {
  const { dismissToast, getToasts } = await import('../../src/ui/feedback/toast.ts');
  const shown = getToasts();
  for (const { id } of shown) dismissToast(id);
  return shown.map(({ text }) => text);
}

test.each([
  ['other', `You’re signed in as ${people.client.email}. To accept this invitation, sign out first.`],
  ['expired', 'This invitation has expired.'],
  ['withdrawn', 'This invitation was withdrawn.'],
  ['unknown', 'This invitation link doesn’t work.'],
])(
  'who is signed in and opens the link of an invitation (%s) stays in, and is told in one sentence',
  async (token, sentence) => {
    await goTo(`/auth/signup?invitation=${token}`, 'Jobs');
    await expect.element(page.getByText(sentence)).toBeVisible();
    expect(await toasts()).toEqual([sentence]);
  },
);

test('one’s own invitation, and one that was used, lead on without a word', async () => {
  const asked: string[] = [];
  answering(/\/users\/invitation\/\w+$/, async ({ url }, send) => {
    asked.push(url);
    return send();
  });
  for (const token of ['own', 'used']) {
    await goTo(`/auth/signup?invitation=${token}`, 'Jobs');
    await expect.poll(() => asked.at(-1)).toContain(token);
  }
  // The link that is opened last speaks, and nothing before it did.
  links.last = { ended: 'EXPIRED' };
  await goTo('/auth/signup?invitation=last');
  await expect.element(page.getByText('This invitation has expired.')).toBeVisible();
  expect(await toasts()).toEqual(['This invitation has expired.']);
});
