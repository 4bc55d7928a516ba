import * as v from 'valibot';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ProfileForm, Registration } from '../../../src/contract/users/registration.ts';
import {
  CredentialsForm,
  ForgotPasswordForm,
  NewPasswordForm,
  SignInForm,
} from '../../../src/contract/users/userForms.ts';
import { people } from '../../support/server/people.ts';
import { saysRefusals, saysRules } from '../support/formFields.ts';
import { answering, field, goTo, openApp, sees } from '../support/openApp.ts';

const passwords = { password: 'abcd1234', passwordConfirm: 'abcd1234' };

test('each form for signed-out users shows every rule beside its field', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  const schema = v.intersect([CredentialsForm, ProfileForm]);
  await saysRules({ schema, given: passwords, submit: 'Create account' });
  await goTo('/auth/reset-password?oobCode=1');
  await saysRules({ schema: NewPasswordForm, given: passwords, submit: 'Save password' });
  await goTo('/auth/forgot-password');
  await saysRules({ schema: ForgotPasswordForm, submit: 'Send reset link' });
  expect(page.getByRole('link', { name: 'read its emails here' }).elements()).toEqual([]);
  // No identity provider runs here.
  const stop = answering(/accounts:sendOobCode$/, async () => Response.json({ email: 'roofer@x.test' }));
  await field('Email').fill('roofer@x.test');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect
    .element(page.getByRole('link', { name: 'read its emails here' }))
    .toHaveAttribute('href', '/dev/mail');
  stop();
  await goTo('/auth/signin', 'Sign in');
  await saysRules({ schema: SignInForm, submit: 'Sign in' });
});

test('the registration form has all its fields, and shows every rule and refusal beside its field', async () => {
  await field('Email').fill(people.withoutProfile.email);
  await field('Password').fill('abcd1234');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await sees('Complete your profile');
  const submit = 'Save and continue';
  const given = {
    firstName: 'Nora',
    lastName: 'New',
    companyName: 'New Roofs',
    phoneNumber: '(415) 555-0132',
    'address.streetName': '1 New Road',
    'address.city': 'Boston',
    'address.state': 'MA',
    'address.zipcode': '02101',
  };
  const notEntered = ['userName', 'email', 'userType'];
  await saysRefusals({ schema: Registration, notEntered, given, submit }, 'register');
  await saysRules({ schema: ProfileForm, submit });
  expect(location.pathname).toBe('/auth/user-info');
});
