import { expect } from '@playwright/test';
import sharp from 'sharp';
import { seedPassword } from '../../../server/seed/people.ts';
import { filesOf, type Message } from '../../../src/contract/messages/message.ts';
import { bar, comparedPdf } from '../../support/files/comparedPdf.ts';
import { emulatorSignIn } from '../../support/server/emulatorSignIn.ts';
import { liveCall } from '../../support/server/liveCall.ts';
import { Office } from './outbox/office.ts';
import type { Person } from './person.ts';

export type Screen = {
  name: string;
  /** Whether it follows an action of the user rather than a page load. */
  isAnswer?: boolean;
  /** Opens the screen in the state that its name says. */
  open: (person: Person) => Promise<void>;
};

function at(path: string, heading: string | RegExp): Screen {
  return {
    name: path,
    async open(person) {
      await person.goTo(path, heading);
      await person.waitsUntilStill();
    },
  };
}

/** Creates a screen in another state, reached by an action after it has opened. */
function after(screen: Screen, name: string, act: (person: Person) => Promise<unknown>): Screen {
  return {
    name: `${screen.name}, ${name}`,
    isAnswer: true,
    async open(person) {
      await screen.open(person);
      await act(person);
      await person.waitsUntilStill();
    },
  };
}

const nothingHere = /Page not found/;

const signIn = at('/auth/signin', 'Sign in');
const signUp = at('/auth/signup', 'Create account');
const forgot = at('/auth/forgot-password', /Forgot your password/);

/** Screens of signed-out users. */
export const publicScreens: Screen[] = [
  signIn,
  after(signIn, 'with its errors', (person) => person.press('Sign in')),
  after(signIn, 'refused', async (person) => {
    await person.fill('Email', 'nobody@ev.test');
    await person.fill('Password', 'wrong-2026');
    await person.press('Sign in');
    await expect(person.page.locator('[aria-invalid="true"]').first()).toBeVisible();
  }),
  signUp,
  after(signUp, 'with its errors', (person) => person.press('Create account')),
  forgot,
  after(forgot, 'sent', async (person) => {
    await person.fill('Email', 'nobody@ev.test');
    await person.press('Send reset link');
    await expect(person.page.getByText(/we’ve emailed a link/)).toBeVisible();
  }),
  at('/auth/reset-password', 'Choose a new password'),
  at('/auth/email-verification', 'Verify your email address'),
  at('/nowhere/at/all', nothingHere),
];

const profile = at('/auth/user-info', 'Complete your profile');

/** Screens between a new account and the app, and how a user gets from one to the next. */
export const wayIn: { screens: Screen[]; goOn: (person: Person, email: string) => Promise<unknown> }[] = [
  {
    screens: [at('/auth/not-verified', 'Verify your email address')],
    async goOn(person, email) {
      await person.goTo('/dev/mail');
      const inboxEntry = person.page.getByRole('listitem').filter({ hasText: email });
      await inboxEntry.getByRole('link', { name: 'Verify email address' }).click();
      await person.press('Verify email address');
      await person.sees('Complete your profile');
    },
  },
  {
    screens: [
      profile,
      after(profile, 'with its errors', async (person) => {
        await person.fill('City', '');
        await person.press('Save and continue');
      }),
    ],
    async goOn(person) {
      await profile.open(person);
      // The typed values are still there, with the mistake made before.
      await person.fill('City', 'Boston');
      await person.press('Save and continue');
      await person.sees('Your account is pending approval');
    },
  },
  {
    screens: [at('/auth/not-approved', 'Your account is pending approval')],
    goOn: () => Promise.resolve(),
  },
];

/** The page of the first job of the listing. */
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

/** The page of the files of a client's message. */
const someAttachments: Screen = {
  name: '/attachments/{communicationId}',
  async open(person) {
    const { communicationId } = await messageWithFile(person);
    await person.goTo(`/attachments/${communicationId}`);
    await person.waitsUntilStill();
    await expect(person.page.getByRole('heading', { level: 1 })).not.toHaveText(nothingHere);
  },
};

/** The viewer over the page of a job with files. */
const someFile: Screen = {
  name: '/jobs/update/{jobId}, a file in the viewer',
  async open(person) {
    const isPhoto = ({ contentType }: { contentType: string }) => contentType.startsWith('image/');
    const { jobId } = await messageWith(person, (message) => filesOf(message).some(isPhoto));
    await person.goTo(`/jobs/update/${jobId}`);
    await person.page
      .getByRole('button', { name: /^Preview / })
      .first()
      .click();
    await expect(person.page.getByRole('button', { name: 'Close viewer' })).toBeVisible();
    await person.waitsUntilStill();
  },
};

/** A PDF of a client's message, page by page. */
const somePlan: Screen = {
  name: '/plans/{jobId}/{key}',
  async open(person) {
    const isPdf = ({ contentType }: { contentType: string }) => contentType === 'application/pdf';
    const message = await messageWith(person, (one) => filesOf(one).some(isPdf));
    const key = filesOf(message).find(isPdf)?.key;
    await person.goTo(`/plans/${message.jobId}/${key}`);
    await expect(person.page.getByRole('application')).not.toHaveAttribute('aria-busy');
    await person.waitsUntilStill();
  },
};

/** What differs between two PDFs of a job. */
const someComparison: Screen = {
  name: '/plans/{jobId}/{key}?compare={key}',
  async open(person) {
    const office = await Office.open(person.url);
    // A second job at the same address is refused.
    const { jobId } = await office.newJob(`Compared ${Date.now()}`, 0);
    const same = bar(40, 40);
    const sets = {
      'Roof rev A.pdf': comparedPdf(same, same + bar(40, 100)),
      'Roof rev B.pdf': comparedPdf(same, same + bar(240, 100)),
    };
    const files = Object.entries(sets).map(
      ([name, bytes]) => new File([bytes], name, { type: 'application/pdf' }),
    );
    await office.say(jobId, 'Two sets', { files });
    const stored = (await office.conversation(jobId)).flatMap((message) => filesOf(message));
    const keyOf = (name: string) => stored.find(({ fileName }) => fileName.startsWith(name))?.key;
    await person.goTo(`/plans/${jobId}/${keyOf('Roof rev B')}?compare=${keyOf('Roof rev A')}`);
    await expect(person.page.getByText('1 of 2 sheets unchanged, 1 changed.')).toBeVisible();
    await expect(person.page.getByRole('application')).not.toHaveAttribute('aria-busy');
    await person.waitsUntilStill();
  },
};

/** A job's chat with a picture that is being drawn on, with a shape selected. */
const someDrawing: Screen = after(someJob, 'a picture drawn on', async (person) => {
  const { page } = person;
  await person.press('Open chat');
  const roof = sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a7a6a' } });
  const picture = { name: 'roof.png', mimeType: 'image/png', buffer: await roof.png().toBuffer() };
  await page.getByLabel('Files to attach', { exact: true }).setInputFiles([picture]);
  await person.press('Draw on roof.png');
  await person.press('Arrow');
  await person.press('Add arrow in the center');
  await expect(page.getByRole('img', { name: 'roof.png with 1 shape' })).toBeVisible();
});

/** The chat of a job with a message of staff that asks for photos. */
const askedShots: Screen = {
  name: '/jobs/update/{jobId}, photos asked for in the chat',
  isAnswer: true,
  async open(person) {
    const office = await Office.open(person.url);
    // A second job at the same address is refused.
    const { jobId } = await office.newJob(`Asked ${Date.now()}`, 0);
    await office.askForShots(jobId);
    await person.goTo(`/jobs/update/${jobId}?chat=${jobId}`);
    await expect(person.chat.getByRole('list', { name: 'Photos asked for' })).toBeVisible();
    await person.waitsUntilStill();
  },
};

/** Reads from the server itself: a page may abort one read for another. */
async function messageWith({ url }: Person, isWanted: (message: Message) => boolean): Promise<Message> {
  const username = 'client@ev.test';
  const { idToken } = await emulatorSignIn(url, username, seedPassword);
  const { items } = await liveCall(url, idToken, 'allMessages', { body: { username } });
  const found = items.find(isWanted);
  if (!found) throw new Error('No message of the demo data has such a file.');
  return found;
}

function messageWithFile(person: Person): Promise<Message> {
  return messageWith(person, (message) => filesOf(message).length > 0);
}

const listing = at('/jobs/listing/all', 'Jobs');
const filters = after(listing, 'filters open', (person) =>
  person.page.locator('main summary', { hasText: 'Filters' }).click(),
);
const rowMenu = after(listing, 'the menu of a job', async (person) => {
  await person.page
    .getByRole('button', { name: /^More actions for / })
    .first()
    .click();
  await expect(person.page.getByRole('link', { name: 'Use as template' })).toBeVisible();
});
const create = at('/jobs/create', 'New job');
const account = at('/account', 'Account');

const shortcuts = after(listing, 'the shortcuts listed', (person) => person.page.keyboard.press('?'));

/** Screens that differ between clients and staff, in the actions and the jobs on them. */
const ofBothSides: Screen[] = [
  listing,
  filters,
  after(listing, 'outbox open', async (person) => {
    await person.press(/\. Open outbox$/);
    await expect(person.page.getByRole('dialog')).toBeVisible();
  }),
  rowMenu,
  create,
  after(create, 'with its errors', (person) => person.press('Submit job')),
  someJob,
  after(someJob, 'being edited', (person) => person.press('Edit job')),
  after(someJob, 'chat open', async (person) => {
    await person.press('Open chat');
    await expect(person.page.getByRole('log', { name: 'Messages' })).toBeVisible();
  }),
  askedShots,
  at('/messages', 'Messages'),
  at('/messages?list=waiting', 'Messages'),
  at('/search', 'Search'),
  at('/search?q=plan', 'Search'),
  at('/search?q=zzzzzz', 'Search'),
];

/** Screens that are the same for every approved user. */
const ofEverybody: Screen[] = [
  at('/jobs/listing/revision', 'Jobs'),
  at('/jobs/listing/all?q=zzzzzz', 'Jobs'),
  at('/jobs/listing/nonsense', nothingHere),
  at('/jobs/update/not-a-job', 'Job not found'),
  someAttachments,
  somePlan,
  after(somePlan, 'with a search', async (person) => {
    await person.press('Search this plan');
    await person.page.getByRole('searchbox', { name: 'Search this plan' }).fill('sheet');
  }),
  after(somePlan, 'about to be asked about', (person) => person.press('Ask about this page')),
  after(somePlan, 'asked about in the chat', async (person) => {
    await person.press('Ask about this page');
    await person.press('Whole page');
    await expect(person.page.getByRole('list', { name: 'Attached files' })).toContainText('.png');
  }),
  someComparison,
  // A phone has no room for both sides.
  after(someComparison, 'otherwise', ({ page }) =>
    page
      .getByRole('button', { name: /^(Side by side|Blink)$/ })
      .first()
      .click(),
  ),
  someDrawing,
  someFile,
  at('/attachments/not-a-message', nothingHere),
  account,
  after(account, 'with its errors', async (person) => {
    await person.fill('City', '');
    await person.press('Save profile');
    await person.press('Change password');
  }),
  shortcuts,
  at('/nowhere/at/all', nothingHere),
];

/** Screens of a client. */
export const clientScreens: Screen[] = [
  ...ofBothSides,
  ...ofEverybody,
  at('/users/listing/all', nothingHere),
  at('/users/invite', nothingHere),
  at('/figures', nothingHere),
  at('/checklists/PIL', nothingHere),
  at('/due-dates', nothingHere),
  at('/settings', nothingHere),
  at('/trusted-issuers', nothingHere),
  at('/saved-replies', nothingHere),
  at('/users/update/client@ev.test', 'Clara Brennan'),
  at('/users/update/employee@ev.test', nothingHere),
];

const savedReplies = at('/saved-replies', 'Saved replies');
const invite = at('/users/invite', 'Invite users');

/** The chat of a job with an open message of its client, about to be answered. The text is a draft afterwards. */
const answer: Screen = {
  name: '/jobs/update/{jobId}, an answer about to be sent',
  isAnswer: true,
  async open(person) {
    const message = await messageWith(
      person,
      ({ status, fromUserType }) => status === 'NEW' && fromUserType === 'CLIENT',
    );
    await person.goTo(`/jobs/update/${message.jobId}?chat=${message.jobId}`);
    await person.page
      .getByPlaceholder('Type your message…')
      .fill('The beam holds. The stamped letter follows today.');
    await person.press('More ways to send');
    await expect(person.page.getByRole('button', { name: /^Send and mark \d+ addressed$/ })).toBeVisible();
    await person.waitsUntilStill();
  },
};

/** Two selected jobs of the listing: by their boxes on a desk, by a long press on their cards on a phone. */
const selected = after(listing, 'two jobs selected', async (person) => {
  const { page } = person;
  await person.press('More actions');
  const select = page.getByRole('button', { name: 'Select jobs', exact: true });
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  const onCards = await select.isVisible();
  if (onCards) await select.click();
  else await page.keyboard.press('Escape');
  const boxes = page.locator('main [data-index]').getByRole('checkbox');
  // By their names: a job that somebody enters meanwhile would move them.
  const names = await boxes.evaluateAll((all) => all.slice(0, 2).map((box) => box.ariaLabel ?? ''));
  for (const name of names) {
    const box = page.getByRole('checkbox', { name, exact: true });
    await (onCards ? page.locator('label', { has: box }) : box).click();
  }
  await expect(page.getByText('2 selected')).toBeVisible();
});

function newDeliverable(name: string, mode: string, send: boolean): Screen {
  return after(someJob, name, async (person) => {
    await person.press('Add deliverable');
    await person.choose('Delivery method', mode);
    const dialog = person.page.getByRole('dialog');
    if (send) await dialog.getByRole('button', { name: 'Add deliverable' }).click();
  });
}

/** Screens of staff. */
export const staffScreens: Screen[] = [
  ...ofBothSides,
  selected,
  after(selected, 'their status asked', (person) => person.press('Change status')),
  after(selected, 'a reason for their hold asked', async (person) => {
    await person.press('Change status');
    await person.choose('New status', 'On hold');
    await expect(person.field('Reason for the hold')).toBeVisible();
  }),
  after(selected, 'their assignee asked', (person) => person.press('Assign')),
  after(someJob, 'its hold asked, without a reason', async (person) => {
    await person.press('Put on hold');
    await person.page.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
  }),
  after(someJob, 'its cancellation asked', async (person) => {
    await person.press(/^More actions for/);
    await person.press('Cancel job');
  }),
  newDeliverable('a deliverable about to be added', 'Wet stamps', false),
  newDeliverable('a deliverable without its file', 'Digital copy', true),
  newDeliverable('a deliverable added', 'Wet stamps', true),
  answer,
  savedReplies,
  after(savedReplies, 'one about to be added', (person) => person.press('Add reply')),
  at('/users/listing/all', 'Users'),
  at('/figures', 'Reports'),
  at('/figures?by=assignee', 'Reports'),
  at('/users/listing/all?q=zzzzzz', 'Users'),
  at('/users/listing/nonsense', nothingHere),
  at('/users/update/client@ev.test', 'Clara Brennan'),
  at('/users/update/nobody@ev.test', nothingHere),
  invite,
  after(invite, 'with its errors', async (person) => {
    await person.fill('First name', 'Only a name');
    await person.press('Send invitations');
  }),
  after(invite, 'a list pasted', async (person) => {
    await person.page.getByText('Paste a list from a spreadsheet').click();
    await person.page
      .getByLabel(/^People to invite/)
      .fill('ada@x.test\tAda\tLovelace\nbob@x.test\tBob\tStone');
    await person.press('Add people');
  }),
  after(invite, 'an invitation about to be withdrawn', async (person) => {
    // Other rows may be there: what was typed before is a draft.
    await person.field('Email').first().fill('iris@x.test');
    await person.field('First name').first().fill('Iris');
    await person.field('Last name').first().fill('Park');
    await person.press('Send invitations');
    await person.press('Withdraw: iris@x.test');
    await expect(person.page.getByRole('dialog')).toBeVisible();
  }),
];

const checklist = at('/checklists/PIL', 'Photo checklists');
const clara = at('/users/update/client@ev.test', 'Clara Brennan');
const dueRules = at('/due-dates', 'Due dates');
const settings = at('/settings', 'Settings');
const emil = at('/users/update/employee@ev.test', /^Emil/);

/** Begins with the suggested rules on the page of due dates, which the demo data has on. */
export async function setUpDueDates(person: Person): Promise<void> {
  const { page } = person;
  const off = page.getByRole('button', { name: 'Turn off due dates' });
  const setUp = page.getByRole('button', { name: 'Set up due dates' });
  await expect(off.or(setUp)).toBeVisible();
  if (await off.isVisible()) {
    await off.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  }
  await setUp.click();
}

/** Further screens of an admin. */
export const adminScreens: Screen[] = [
  at('/users/listing/pending', 'Users'),
  clara,
  after(clara, 'approval about to be withdrawn', (person) => person.press(/^Revoke access/)),
  after(clara, 'type about to be changed', (person) =>
    person.page.getByLabel('Role').selectOption('EMPLOYEE'),
  ),
  after(clara, 'about to be erased', async (person) => {
    await person.press(/^Delete /);
    await person.press('Delete user');
  }),
  after(emil, 'access about to be revoked, with open jobs', async (person) => {
    await person.press(/^Revoke access/);
    await expect(person.page.getByRole('list', { name: 'Open jobs' })).toBeVisible();
  }),
  at('/users/activity', 'Activity'),
  settings,
  dueRules,
  after(dueRules, 'rules to begin with', setUpDueDates),
  at('/trusted-issuers', 'Trusted issuers'),
  checklist,
  after(checklist, 'a shot about to be added', (person) => person.press('Add shot')),
  after(checklist, 'a shot about to be removed', async (person) => {
    await person.page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
  }),
];

/** An open job that is due. */
const dueJob: Screen = {
  name: '/jobs/update/{jobId}, overdue',
  async open(person) {
    await person.goTo('/jobs/listing/all?due=overdue');
    await person.page.locator('main a[href^="/jobs/update/"]').first().click();
    await expect(person.page.getByText(/^Overdue|running late$/).first()).toBeVisible();
    await person.waitsUntilStill();
  },
};
const overdue = at('/jobs/listing/all?due=overdue', 'Jobs');
const calendar = after(account, 'a calendar link created', async (person) => {
  await person.press('Create calendar link');
  await expect(person.page.getByLabel('Calendar link')).toBeVisible();
});

/** Screens that differ while due dates are on, of staff. */
export const dueScreensOfStaff: Screen[] = [
  listing,
  overdue,
  after(overdue, 'filters open', (person) =>
    person.page.locator('main summary', { hasText: 'Filters' }).click(),
  ),
  dueJob,
  after(dueJob, 'its due date asked', (person) => person.press('Change due date')),
  after(dueJob, 'its due date asked, without a reason', async (person) => {
    await person.press('Change due date');
    await person.press('Save due date');
  }),
  calendar,
  at('/account', 'Account'),
];

/** Screens that differ while due dates are on and shown to clients. */
export const dueScreensOfClients: Screen[] = [listing, overdue, dueJob];

/** Screens that differ while due dates are on, of admins. */
export const dueScreensOfAdmins: Screen[] = [
  settings,
  dueRules,
  after(dueRules, 'with its errors', async (person) => {
    await person.page.getByLabel('Business days', { exact: true }).first().fill('999');
    await person.press('Save due dates');
  }),
  after(dueRules, 'about to be turned off', (person) => person.press('Turn off due dates')),
];

/** The sheet behind "More", on a phone. */
export const moreSheet: Screen = after(listing, 'more', (person) => person.press('More'));
