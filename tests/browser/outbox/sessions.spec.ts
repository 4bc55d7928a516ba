import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { test } from '../support/product.ts';
import { forgetSession } from '../support/storedSessions.ts';

const beforeRelease = isAll ? test : test.skip;

beforeRelease(
  'a user signed out everywhere is led to the sign-in, and finds their text there again',
  async ({ newPerson }) => {
    const [client, admin] = [await newPerson('client'), await newPerson('admin')];
    await client.signIn('client@ev.test', seedPassword);
    await admin.signIn('admin@ev.test', seedPassword);
    await client.goTo('/jobs/create');
    await client.fill('Project name', 'Typed before the phone was lost');

    await admin.goTo('/users/update/client@ev.test');
    await admin.press('Sign out of all devices');
    await admin.findsNoBarrier();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Sign out of all devices' }).click();
    await expect(admin.page.getByText('is signed out of all devices.')).toBeVisible();

    await client.sees('Sign in');
    // Sign-ins are compared by whole seconds.
    await client.page.waitForTimeout(2000);
    await client.fill('Email', 'client@ev.test');
    await client.fill('Password', seedPassword);
    await client.press('Sign in');
    await client.sees(/New job|Jobs/);
    await client.goTo('/jobs/create');
    await expect(client.field('Project name')).toHaveValue('Typed before the phone was lost');

    await client.goTo('/account');
    await client.press('Sign out of all devices');
    await client.findsNoBarrier();
    await client.page.getByRole('dialog').getByRole('button', { name: 'Sign out of all devices' }).click();
    await client.sees('Sign in');
    forgetSession('client@ev.test');
  },
);
