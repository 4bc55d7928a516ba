import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { usStates } from '../../src/contract/address/states.ts';
import { errors, type FieldIssue, fieldIssues } from '../../src/contract/errors.ts';
import { ProfileChange, ProfileForm, Registration } from '../../src/contract/users/registration.ts';
import { isApproved, Profile, userNameOf } from '../../src/contract/users/user.ts';
import {
  CredentialsForm,
  ForgotPasswordForm,
  Invitee,
  NewPasswordForm,
  SignInForm,
} from '../../src/contract/users/userForms.ts';
import { everyState } from '../support/everyState.ts';

const required = 'is a required field';

function issuesOf(schema: v.GenericSchema, input: unknown): FieldIssue[] {
  const result = v.safeParse(schema, input);
  return result.success ? [] : fieldIssues(result.issues);
}

const address = { streetName: '1 Main St', city: 'Boston', state: 'MA', zipcode: '02110' };
const person = { firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+16175550123', address };
const registration = {
  ...person,
  userName: 'Ada L.',
  company: 'Engines',
  email: 'ada@example.com',
  userType: 'CLIENT',
};

const noIssue: FieldIssue[] = [];

test('people of every state and territory fit into each form, as they write themselves', () => {
  expect(everyState.map((one) => one.address.state).sort()).toEqual(Object.keys(usStates).sort());
  for (const { email, ...profile } of everyState) {
    const { firstName, lastName, address: home } = profile;
    const form = v.parse(ProfileForm, { ...profile, companyName: `${lastName} & Sons` });
    expect(form).toMatchObject({ firstName, lastName, address: home });
    expect(form.phoneNumber, home.state).toMatch(/^\+1\d{10}$/);
    expect(v.parse(Invitee, { email, firstName, lastName, userType: 'CLIENT' }).email).toBe(email);
    expect(v.parse(ForgotPasswordForm, { email: ` ${email.toUpperCase()}` }).email).toBe(email);
  }
});
const forms: [string, v.GenericSchema, unknown, FieldIssue[]][] = [
  ['signing in takes any password', SignInForm, { email: 'ada@example.com', password: 'x' }, noIssue],
  [
    'signing in wants both fields',
    SignInForm,
    {},
    [
      { field: 'email', message: required },
      { field: 'password', message: required },
    ],
  ],
  [
    'signing in wants an e-mail address',
    SignInForm,
    { email: 'ada', password: 'x' },
    [{ field: 'email', message: 'must be a valid email' }],
  ],
  [
    'two equal passwords pass',
    NewPasswordForm,
    { password: 'stamped1', passwordConfirm: 'stamped1' },
    noIssue,
  ],
  [
    'two different passwords do not match',
    NewPasswordForm,
    { password: 'stamped1', passwordConfirm: 'stamped2' },
    [{ field: 'passwordConfirm', message: 'Passwords must match' }],
  ],
  [
    'a missing confirmation is required, not different',
    NewPasswordForm,
    { password: 'stamped1', passwordConfirm: '' },
    [{ field: 'passwordConfirm', message: required }],
  ],
  [
    'a bad password and a different confirmation are both said',
    NewPasswordForm,
    { password: '12345678', passwordConfirm: 'other' },
    [
      { field: 'password', message: 'Password must contain at least one letter' },
      { field: 'passwordConfirm', message: 'Passwords must match' },
    ],
  ],
  [
    'credentials say what is wrong with each field at once',
    CredentialsForm,
    { email: '', password: 'abcdefgh', passwordConfirm: 'abcdefgh' },
    [
      { field: 'email', message: required },
      { field: 'password', message: 'Password must contain at least one number' },
    ],
  ],
  [
    'credentials match their passwords too',
    CredentialsForm,
    { email: 'ada@example.com', password: 'stamped1', passwordConfirm: 'x' },
    [{ field: 'passwordConfirm', message: 'Passwords must match' }],
  ],
  ['a reset needs an e-mail only', ForgotPasswordForm, { email: 'ada@example.com' }, noIssue],
  [
    'a reset needs a valid e-mail',
    ForgotPasswordForm,
    { email: 'ada@' },
    [{ field: 'email', message: 'must be a valid email' }],
  ],
  [
    'a profile form takes the company as companyName',
    ProfileForm,
    { ...person, companyName: 'Engines' },
    noIssue,
  ],
  [
    'an empty profile form names every field',
    ProfileForm,
    { address: {} },
    ['firstName', 'lastName', 'companyName', 'phoneNumber']
      .map((field) => ({ field, message: required }))
      .concat(
        ['streetName', 'city', 'state', 'zipcode'].map((part) => ({
          field: `address.${part}`,
          message: required,
        })),
      ),
  ],
  ['a registration passes whole', Registration, registration, noIssue],
  [
    'a registration is a client, always',
    Registration,
    { ...registration, userType: 'ADMIN' },
    [{ field: 'userType', message: 'Role must be client' }],
  ],
  [
    'a registration needs a phone number of the region',
    Registration,
    { ...registration, phoneNumber: '12' },
    [{ field: 'phoneNumber', message: 'must be a valid phone number for region(s) US' }],
  ],
  ['a change may leave everything out', ProfileChange, { email: 'ada@example.com' }, noIssue],
  [
    'a change may not empty a name',
    ProfileChange,
    { email: 'ada@example.com', firstName: ' ' },
    [{ field: 'firstName', message: required }],
  ],
  [
    'a change may not make anybody unspecified',
    ProfileChange,
    { email: 'ada@example.com', userType: 'UNSPECIFIED' },
    [{ field: 'userType', message: 'Role must be either client, employee or admin' }],
  ],
];

test.each(forms)('%s', (_name, schema, input, issues) => {
  expect(issuesOf(schema, input)).toEqual(issues);
});

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada L.'],
  [{ firstName: ' Ada ', lastName: ' lovelace' }, 'Ada L.'],
  [{ firstName: 'Ada', lastName: '' }, 'Ada'],
  [{ firstName: '李', lastName: '𠮷田' }, '李 𠮷.'],
])('the user name of %o is %s', (named, userName) => {
  expect(userNameOf(named)).toBe(userName);
});

test.each([
  ['CLIENT', true, true],
  ['ADMIN', true, true],
  ['EMPLOYEE', false, false],
  ['UNSPECIFIED', true, false],
])('%s with userApproved %s may use the product: %s', (userType, userApproved, may) => {
  expect(
    isApproved(
      v.parse(Profile, { ...registration, userType, userApproved, userRefused: false, createdTimestamp: 1 }),
    ),
  ).toBe(may);
});

describe('the error catalogue', () => {
  const catalogue: [keyof typeof errors, number, string][] = [
    ['content-too-large', 0, 'Content too large'],
    ['too-large', 413, 'Total files size cannot exceed 100 MB'],
    [
      'duplicate-job',
      409,
      "There's an existing job for with same requested services for the provided address.",
    ],
    ['unauthorized', 401, 'Sign in to continue.'],
    ['not-verified', 403, 'Verify your email address to continue.'],
    ['no-profile', 403, 'Complete your profile to continue.'],
    ['not-approved', 403, 'Your account is pending approval.'],
    ['forbidden', 403, 'You don’t have permission to do this. Ask an admin for access.'],
    ['not-found', 404, 'This doesn’t exist, or you don’t have access to it.'],
  ];
  test.each(catalogue)('%s is %d "%s"', (code, status, message) => {
    expect(errors[code]).toEqual({ status, message });
  });
});
