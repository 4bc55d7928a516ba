import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { countDrafts, readDraft } from '../../../src/outbox/drafts/drafts.ts';
import { saveEveryDraft } from '../../../src/outbox/drafts/saveNow.ts';
import { people } from '../../support/server/people.ts';
import { answering, field, goTo, marked, openApp, sees, sendHeld } from '../support/openApp.ts';

const newer = 'Saved. What you typed since is not saved yet.';
const { email } = people.client;
let restore: () => void = () => undefined;

beforeAll(() => openApp('client', '/jobs/listing/all'));
afterEach(() => restore());

/** Holds back every write until `go` is called. */
function slowWrites(): { hasBegun: () => boolean; go: () => void } {
  const gate = Promise.withResolvers<void>();
  let begun = false;
  restore = answering(/\/api\/(jobs\/(report|update)|users\/update\/profiles)$/, async (request, send) => {
    if (request.method === 'GET') return send();
    begun = true;
    await gate.promise;
    return send();
  });
  return { hasBegun: () => begun, go: gate.resolve };
}

async function draftsNow(): Promise<number> {
  await saveEveryDraft();
  return countDrafts(email);
}

test('what is typed into a profile while it is saved stays, and is saved by the next press', async () => {
  await goTo('/account');
  await field('Street address').fill('17 Mill Lane');
  const writes = slowWrites();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.poll(writes.hasBegun).toBe(true);
  await field('First name').fill('Philippa');
  writes.go();
  await expect.element(page.getByText(newer).first()).toBeVisible();
  await expect.element(field('First name')).toHaveValue('Philippa');
  await expect.element(field('Street address')).toHaveValue('17 Mill Lane');
  expect(await draftsNow()).toBe(1);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect.element(page.getByText('Profile saved.')).toBeVisible();
  await expect.poll(draftsNow).toBe(0);
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/account');
  await expect.element(field('First name')).toHaveValue('Philippa');
});

test('the form of a job closes at once, and what is typed into it again is sent behind', async () => {
  await goTo('/jobs/update/job-8');
  await page.getByRole('button', { name: 'Edit job' }).click();
  await field('Project name').fill('The long barn');
  const writes = slowWrites();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await sees('The long barn');
  expect(writes.hasBegun()).toBe(false);
  await page.getByRole('button', { name: 'Edit job' }).click();
  await expect.element(field('Project name')).toHaveValue('The long barn');
  // The form is begun anew: what it sent before is no longer held back.
  await expect.poll(writes.hasBegun).toBe(true);
  await field('Project name').fill('The long barn, east side');
  expect(await draftsNow()).toBe(1);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await sees('The long barn, east side');
  expect(await draftsNow()).toBe(0);
  writes.go();
  const { call } = await import('../../../src/api/client.ts');
  await sendHeld();
  const stored = async () => (await call('job', { params: { jobId: 'job-8' } })).project;
  await expect.poll(stored).toBe('The long barn, east side');
});

test('the form of a new job closes at once, and is empty when it is opened again', async () => {
  await goTo('/jobs/create?templateOf=job-5');
  await expect.element(field('Project name')).toBeVisible();
  await field('Project name').fill('A carport');
  await field('Document links').fill('https://files.example/carport');
  const writes = slowWrites();
  await page.getByRole('button', { name: 'Submit job' }).click();
  await sees('Jobs');
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await expect.element(waiting.getByText('A carport').first()).toBeVisible();
  await expect.element(waiting.getByRole('button', { name: 'Edit A carport' })).toBeVisible();
  expect(writes.hasBegun()).toBe(false);
  expect(await draftsNow()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(field('Project name')).toHaveValue('A carport');
  await expect.element(field('Document links')).toHaveValue('https://files.example/carport');
  expect(writes.hasBegun()).toBe(false);
  await page.getByRole('button', { name: 'Submit job' }).click();
  await sees('Jobs');
  await sendHeld();
  await expect.poll(writes.hasBegun).toBe(true);
  writes.go();
  await page.getByRole('button', { name: 'View job' }).click();
  await sees('A carport');
  await expect.poll(draftsNow).toBe(0);
});

test('what is typed while a waiting message is taken back into the composer stays, below it', async () => {
  await goTo('/jobs/update/job-6?chat=job-6');
  restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not now.', code: 'invalid' }, 422),
  );
  const input = page.getByPlaceholder('Type your message…');
  await input.fill('We come at nine');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const waiting = page.getByRole('article').filter({ hasText: 'We come at nine' });
  await expect.element(waiting.getByRole('button', { name: 'Edit' })).toBeVisible();
  await input.fill('Bring');
  const area = input.element() as HTMLTextAreaElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
  const { put } = IDBObjectStore.prototype;
  // Typed within the transaction that takes the message back.
  IDBObjectStore.prototype.put = function (value, key) {
    if (value?.content?.text?.startsWith('We come at nine')) {
      IDBObjectStore.prototype.put = put;
      setValue?.call(area, 'Bring the ladder');
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
    return put.call(this, value, key);
  };
  await waiting.getByRole('button', { name: 'Edit' }).click();
  await expect.element(input).toHaveValue('We come at nine\n\nBring the ladder');
  await saveEveryDraft();
  expect(await readDraft(email, 'chat:job-6')).toMatchObject({
    content: { text: 'We come at nine\n\nBring the ladder' },
  });
  await input.fill('');
});

test('a draft can be discarded before its job is saved, and after what was refused is taken back', async () => {
  await goTo('/jobs/update/job-224');
  await page.getByRole('button', { name: 'Edit job' }).click();
  await field('Project name').fill('The boathouse');
  expect(await draftsNow()).toBe(1);
  await goTo('/jobs/listing/all', 'Jobs');
  await goTo('/jobs/update/job-224');
  const discard = page.getByRole('button', { name: 'Discard draft' });
  await expect.element(discard).toBeEnabled();
  restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'This is not possible.', code: 'invalid' }, 422),
  );
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(discard).not.toBeInTheDocument();
  await sendHeld();
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await expect.element(waiting.getByText(/This is not possible\./)).toBeVisible();
  await waiting.getByRole('button', { name: /^Edit / }).click();
  await expect.element(field('Project name')).toHaveValue('The boathouse');
  await expect.element(discard).toBeEnabled();
  await discard.click();
  await expect.poll(draftsNow).toBe(0);
});

test('a profile that somebody else changes meanwhile is shown so, but for what is typed here', async () => {
  await goTo('/account');
  const street = field('Street address');
  await street.fill('1 Typed Street');
  const { getSession, setOwnProfile } = await import('../../../src/session/session.ts');
  const session = getSession();
  if (session.stage !== 'active') throw new Error('Nobody is signed in.');
  const { profile } = session;
  setOwnProfile({ ...profile, company: 'Renamed elsewhere' });
  await expect.element(field('Company')).toHaveValue('Renamed elsewhere');
  await expect.element(street).toHaveValue('1 Typed Street');
  await street.fill(profile.address.streetName);
  expect(await draftsNow()).toBe(0);
  setOwnProfile(profile);
  await expect.element(field('Company')).toHaveValue(profile.company);
});
