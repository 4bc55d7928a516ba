import { expect } from '@playwright/test';
import type { Person } from './person.ts';

export type Screen = {
  name: string;
  /** Goes there and makes it look as its name says. */
  open: (person: Person) => Promise<void>;
};

function at(path: string, heading: string | RegExp): Screen {
  return {
    name: path,
    async open(person) {
      await person.goTo(path);
      await person.sees(heading);
      await person.waitsUntilStill();
    },
  };
}

/** A screen in another state: what is done after it has opened. */
function after(screen: Screen, name: string, act: (person: Person) => Promise<unknown>): Screen {
  return {
    name: `${screen.name}, ${name}`,
    async open(person) {
      await screen.open(person);
      await act(person);
      await person.waitsUntilStill();
    },
  };
}

const nothingHere = /There is nothing here/;

const signIn = at('/auth/signin', 'Sign in');
const signUp = at('/auth/signup', 'Make an account');
const forgot = at('/auth/forgot-password', /Forgot your password/);

/** What everybody sees who is not signed in. */
export const publicScreens: Screen[] = [
  signIn,
  after(signIn, 'with its errors', (person) => person.press('Sign in')),
  after(signIn, 'refused', async (person) => {
    await person.fill('Email', 'nobody@ev.test');
    await person.fill('Password', 'wrong-2026');
    await person.press('Sign in');
    await expect(person.page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  }),
  signUp,
  after(signUp, 'with its errors', (person) => person.press('Make the account')),
  forgot,
  after(forgot, 'sent', async (person) => {
    await person.fill('Email', 'nobody@ev.test');
    await person.press('Send the link');
    await expect(person.page.getByText(/a letter with the link is on its way/)).toBeVisible();
  }),
  at('/auth/reset-password', 'Choose a new password'),
  at('/auth/email-verification', 'Verify your e-mail address'),
  at('/nowhere/at/all', nothingHere),
];

/** Follows the first link to a job of the listing. */
const someJob: Screen = {
  name: '/jobs/update/{jobId}',
  async open(person) {
    await person.goTo('/jobs/listing/in-progress');
    const link = person.page.locator('main a[href^="/jobs/update/"]').first();
    const href = await link.getAttribute('href');
    await person.goTo(href ?? '');
    await expect(person.page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    await person.waitsUntilStill();
  },
};

/** The page of a message's files. */
const someAttachments: Screen = {
  name: '/attachments/{communicationId}',
  async open(person) {
    const id = await messageWithFile(person);
    await person.goTo(`/attachments/${id}`);
    await person.waitsUntilStill();
    await expect(person.page.getByRole('heading', { level: 1 })).not.toHaveText(nothingHere);
  },
};

async function messageWithFile(person: Person): Promise<string> {
  const answer = person.page.waitForResponse((response) => response.url().endsWith('/api/evcommunications'));
  await person.goTo('/messages?show=all');
  const { body } = (await (await answer).json()) as {
    body: { items: { communicationId: string; fileAttachmentsInfo: object }[] };
  };
  const found = body.items.find(({ fileAttachmentsInfo }) => Object.keys(fileAttachmentsInfo).length > 0);
  if (!found) throw new Error('No message of the demo data has a file.');
  return found.communicationId;
}

const listing = at('/jobs/listing/all', 'Jobs');
const create = at('/jobs/create', 'New job');
const account = at('/account', 'Account');

/** What every approved person sees, of whatever type. */
export const approvedScreens: Screen[] = [
  listing,
  after(listing, 'filters open', (person) =>
    person.page.locator('main summary', { hasText: 'Filters' }).click(),
  ),
  after(listing, 'outbox open', (person) => person.press(/\. Open the outbox$/)),
  at('/jobs/listing/cancelled', 'Jobs'),
  at('/jobs/listing/revision', 'Jobs'),
  at('/jobs/listing/all?q=zzzzzz', 'Jobs'),
  at('/jobs/listing/nonsense', nothingHere),
  create,
  after(create, 'with its errors', (person) => person.press('Send job')),
  someJob,
  after(someJob, 'being edited', (person) => person.press('Edit job')),
  after(someJob, 'chat open', async (person) => {
    await person.press('Open chat');
    await expect(person.page.getByRole('log', { name: 'Messages' })).toBeVisible();
  }),
  at('/jobs/update/not-a-job', /./),
  at('/messages', 'Messages'),
  at('/messages?show=all', 'Messages'),
  someAttachments,
  at('/attachments/not-a-message', /./),
  account,
  after(account, 'with its errors', async (person) => {
    await person.fill('City', '');
    await person.press('Save the profile');
    await person.press('Change the password');
  }),
  after(account, 'the shortcuts listed', (person) => person.press('Show the shortcuts')),
  at('/nowhere/at/all', nothingHere),
];

/** What a client sees beside that. */
export const clientScreens: Screen[] = [
  at('/users/listing/all', nothingHere),
  at('/users/invite', nothingHere),
  at('/users/update/client@ev.test', 'Clara Brennan'),
  at('/users/update/employee@ev.test', nothingHere),
];

const invite = at('/users/invite', 'Invite people');

/** What staff see beside that. */
export const staffScreens: Screen[] = [
  at('/users/listing/all', 'Users'),
  at('/users/listing/all?q=zzzzzz', 'Users'),
  at('/users/listing/nonsense', nothingHere),
  at('/users/update/client@ev.test', 'Clara Brennan'),
  at('/users/update/nobody@ev.test', nothingHere),
  invite,
  after(invite, 'with its errors', async (person) => {
    await person.fill('First name', 'Only a name');
    await person.press('Send the invitations');
  }),
  after(invite, 'a list pasted', async (person) => {
    await person.page.getByText('Paste a list from a spreadsheet').click();
    await person.page.getByLabel(/^List/).fill('ada@x.test\tAda\tLovelace\nbob@x.test\tBob\tStone');
    await person.press('Add to the rows');
  }),
];

const clara = at('/users/update/client@ev.test', 'Clara Brennan');

/** What an administrator sees beside that. */
export const adminScreens: Screen[] = [
  at('/users/listing/pending', 'Users'),
  clara,
  after(clara, 'approval about to be withdrawn', (person) => person.press(/^Withdraw approval/)),
  after(clara, 'type about to be changed', (person) =>
    person.page.getByLabel('User type').selectOption('EMPLOYEE'),
  ),
];

/** The sheet behind "More", on a phone. */
export const moreSheet: Screen = after(listing, 'more', (person) => person.press('More'));
