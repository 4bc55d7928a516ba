import * as v from 'valibot';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { form, jobReporter } from '../../../src/contract/fields.ts';
import { atLeastOneFileMessage, jobAttachmentFiles2Update } from '../../../src/contract/files/files.ts';
import { JobAfterUpdate, JobForm, JobReport, JobUpdate } from '../../../src/contract/jobs/jobForms.ts';
import { NewDeliverable, oneFileReplacesMessage } from '../../../src/contract/jobs/newDeliverable.ts';
import { ProfileChange, ProfileForm } from '../../../src/contract/users/registration.ts';
import { atLeastOneInvitee, Invitee, NewPasswordForm } from '../../../src/contract/users/userForms.ts';
import { people } from '../../support/server/people.ts';
import { jobsWithDeliverables } from '../support/data.ts';
import { chooseFiles, enter, type FormOnScreen, saysRefusals, saysRules } from '../support/formFields.ts';
import { field, goTo, openApp, sendHeld } from '../support/openApp.ts';

type Forms = Record<
  string,
  Omit<FormOnScreen, 'schema'> & {
    open: () => Promise<void>;
    /** The schema with the rules that depend on another field. */
    rules: v.GenericSchema;
    /** The request's schema, its call, and the path of the form's values in it. */
    sent?: [v.GenericSchema, Parameters<typeof saysRefusals>[1], string?];
  }
>;

async function pressed(button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
}

/** Takes what the server has refused back into its form. */
async function editRefused(): Promise<void> {
  await sendHeld();
  await page
    .getByRole('region', { name: 'Not sent yet' })
    .getByRole('button', { name: /^Edit / })
    .click();
  await expect.element(page.getByRole('heading', { name: /^There’s a problem with/ })).toBeVisible();
}

let job = 36;
/** Returns the page of another job in progress at each call: an edited one has a draft. */
function anOpenJob(): string {
  job += 4;
  return `/jobs/update/job-${job}`;
}

const wetJob = {
  category: 'OTHER',
  jobDescription: 'Look at the roof.',
  jobDeliveryMode: 'WET_STAMPS',
};
const other = { jobEVService: 'Other services', jobServiceUpdate: 'Other services' };

const forms: Forms = {
  'the profile': {
    async open() {
      await goTo('/account', 'Account');
    },
    rules: ProfileForm,
    sent: [ProfileChange, 'updateProfiles', 'profiles.0.'],
    notEntered: ['email', 'userType', 'userApproved', 'userRefused'],
    submit: 'Save profile',
  },
  'a new password': {
    async open() {
      await goTo('/account', 'Account');
    },
    rules: NewPasswordForm,
    called: { password: 'New password', passwordConfirm: 'Confirm new password' },
    given: { password: 'abcd1234', passwordConfirm: 'abcd1234' },
    submit: 'Change password',
  },
  invitations: {
    async open() {
      await goTo('/users/invite', 'Invite users');
    },
    rules: Invitee,
    sent: [Invitee, 'inviteUsers', 'inviteeList.0.'],
    given: { email: 'new@x.test', firstName: 'Nina', lastName: 'New' },
    submit: 'Send invitations',
  },
  'a job that is changed': {
    async open() {
      await goTo(anOpenJob());
      await pressed('Edit job');
    },
    rules: v.intersect([JobAfterUpdate, form({ jobAttachmentFiles2Update })]),
    sent: [JobUpdate, 'updateJob'],
    notEntered: ['evJobId', 'jobUpdateUser', 'version', 'deliverable', 'withdrawal', 'reason', 'due'],
    called: { ...other, jobAttachmentFiles2Update: 'Add files' },
    given: { ...wetJob, jobEVService: 'EE' },
    submit: 'Save changes',
    reopen: editRefused,
  },
  'a deliverable': {
    async open() {
      await goTo(`/jobs/update/${jobsWithDeliverables[0]}`);
      await pressed('Add deliverable');
    },
    // It is sent once its form is closed: what refuses it then is in `job-page`.
    rules: NewDeliverable,
    given: { deliveryMode: 'WET_STAMPS' },
    submit: 'Add deliverable',
  },
  'a new job': {
    async open() {
      await goTo('/jobs/create', 'New job');
      await page.getByLabelText('Client’s email').fill(people.client.email);
      await expect.element(page.getByText('Clara C., Solar Roofs')).toBeVisible();
    },
    rules: v.intersect([form({ jobReporter }), JobForm]),
    sent: [JobReport, 'reportJob'],
    notEntered: ['jobCode', 'revisionOf', 'invitesClient', 'clientSendsDocuments'],
    called: { ...other, jobReporter: 'Client’s email', message: 'Note to EV', jobAttachmentFiles2: 'Files' },
    given: {
      project: 'A barn',
      'address.streetName': '1 Barn Road',
      'address.city': 'Boston',
      'address.state': 'MA',
      'address.zipcode': '02101',
      jobType: 'BUSINESS',
      ...wetJob,
      jobEVService: 'EE',
      jobAttachmentLinks: 'https://files.example/barn',
    },
    submit: 'Submit job',
    reopen: editRefused,
  },
};

beforeAll(() => openApp('admin', '/jobs/listing/all'));
beforeEach(async () => {
  await goTo('/jobs/listing/all', 'Jobs');
});

test('an error about all invitations leads to the first of them', async () => {
  await forms.invitations?.open();
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByRole('link', { name: atLeastOneInvitee }).click();
  await expect.element(field('Email')).toHaveFocus();
});

test.each(Object.entries(forms).filter(([, { sent }]) => sent))(
  'the form for %s has each field of its request, and shows the server’s errors beside it',
  async (_, { open, sent, ...onScreen }) => {
    const [schema, call, at] = sent ?? [];
    await open();
    if (schema && call) await saysRefusals({ ...onScreen, schema }, call, at);
  },
);

test.each(Object.entries(forms))(
  'the form for %s shows every rule beside its field',
  async (_, { open, rules, ...onScreen }) => {
    await open();
    await saysRules({ ...onScreen, schema: rules });
  },
);

test('a digital copy needs a file, and exactly one when it replaces another', async () => {
  const onScreen = { schema: NewDeliverable, submit: 'Add deliverable' };
  await goTo(`/jobs/update/${jobsWithDeliverables[1]}`);
  await pressed('Add deliverable');
  await enter(onScreen, 'deliveryMode', 'DIGITAL_COPY');
  await page.getByRole('dialog').getByRole('button', { name: 'Add deliverable' }).click();
  const files = page.getByRole('dialog').getByLabelText('Files', { exact: true });
  await expect.element(files).toHaveAccessibleDescription(expect.stringContaining(atLeastOneFileMessage));
  await enter(onScreen, 'supersedes', `result-of-${jobsWithDeliverables[1]}`);
  chooseFiles(
    files,
    ['one.pdf', 'two.pdf'].map((name) => new File(['%PDF-'], name, { type: 'application/pdf' })),
  );
  await expect.element(files).toHaveAccessibleDescription(expect.stringContaining(oneFileReplacesMessage));
});

test('a select has its arrow where the reader chooses the colours', async () => {
  await goTo('/jobs/listing/all', 'Jobs');
  const select = page.getByLabelText(/^Sort by/).element();
  const arrow = () =>
    getComputedStyle(select).appearance !== 'none' || getComputedStyle(select).backgroundImage;
  const features = [{ name: 'forced-colors', value: 'active' }];
  await cdp().send('Emulation.setEmulatedMedia', { media: '', features });
  expect(matchMedia('(forced-colors: active)').matches).toBe(true);
  expect(arrow()).toBe(true);
  await cdp().send('Emulation.setEmulatedMedia', { media: '', features: [] });
  expect(arrow()).toMatch(/gradient/);
});
