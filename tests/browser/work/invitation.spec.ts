import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { everythingKept } from '../support/everythingKept.ts';
import { test } from '../support/product.ts';

test('invited people sign up with their data filled in, and need no approval and no second email', async ({
  newPerson,
}, { project }) => {
  const email = `iris.${project.name}@roofers.test`;
  const admin = await newPerson('admin');
  await admin.signIn('admin@ev.test', seedPassword);

  await test.step('an admin invites people from a spreadsheet, and each row shows its result', async () => {
    await admin.goTo('/users/invite', 'Invite users');
    await admin.page.getByText('Paste a list from a spreadsheet').click();
    await admin.page
      .getByLabel(/^People to invite/)
      .fill(
        `E-mail\tFirst name\tLast name\tUser type\n${email}\tIris\tAdams\tEMPLOYEE\nclient@ev.test\tClara\tBrennan\tCLIENT`,
      );
    await admin.press('Add people');
    await test.step('the typed rows are there after a reload', async () => {
      await expect.poll(() => everythingKept(admin.page)).toContain(email);
      await admin.page.reload();
      await expect(admin.page.getByLabel('Email').first()).toHaveValue(email);
    });
    await admin.press('Send invitations');
    await expect(admin.page.getByRole('heading', { name: '1 invitation sent, 1 not sent' })).toBeVisible();
    await expect(admin.page.getByText('This person already has an account.').first()).toBeVisible();
    await expect(admin.page.getByLabel('Email')).toHaveValue('client@ev.test');
    await admin.findsNoBarrier();
  });

  const iris = await newPerson('invited');
  const { page } = iris;
  const mail = () => page.getByRole('listitem').filter({ hasText: email });
  await test.step('the email opens the sign-up with the address filled in', async () => {
    // The email is sent a moment after the response.
    await expect(async () => {
      await iris.goTo('/dev/mail');
      await expect(mail().first()).toBeVisible({ timeout: 3000 });
    }).toPass();
    await mail().getByRole('link', { name: 'Open link' }).first().click();
    await iris.sees('Create account');
    await expect(iris.field('Email')).toHaveValue(email);
    await expect(iris.field('First name')).toHaveValue('Iris');
    await expect(iris.field('Last name')).toHaveValue('Adams');
    await expect(page.getByText('You’ve been invited to join as an employee.')).toBeVisible();
    await iris.findsNoBarrier();
  });

  await test.step('the admin, who opens the same link, is led to the jobs and told to sign out first', async () => {
    const link = new URL(page.url());
    await admin.goTo(link.pathname + link.search, 'Jobs');
    const sentence = 'You’re signed in as admin@ev.test. To accept this invitation, sign out first.';
    await expect(admin.page.getByText(sentence)).toBeVisible();
    await admin.findsNoBarrier();
  });

  await test.step('they fill in one form, and are in: the link has verified the address', async () => {
    await iris.fill('Password', 'drawn-2026');
    await iris.fill('Confirm password', 'drawn-2026');
    await iris.fill('Company', 'Roofers');
    await iris.fill('Phone number', '(617) 555-0124');
    await iris.fill('Street address', '1 Wharf Lane');
    await iris.fill('City', 'Boston');
    await iris.fill('State', 'MA');
    await iris.fill('Zip code', '02110');
    await iris.press('Create account');
    await iris.sees('Jobs');
    await expect(page).toHaveURL(/\/jobs\/listing\/all/);
  });

  await test.step('they have the rights of their invitation', async () => {
    await iris.goTo('/users/listing/employees', 'Users');
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Iris Adams (you)');
  });

  await test.step('they got one email', async () => {
    await iris.goTo('/dev/mail');
    await expect(page.getByRole('listitem').filter({ hasText: `To ${email}` })).toHaveCount(1);
  });

  await test.step('the same link says so when its user already has an account', async () => {
    const late = await newPerson('late');
    await late.goTo('/dev/mail');
    await late.page
      .getByRole('listitem')
      .filter({ hasText: email })
      .getByRole('link', { name: 'Open link' })
      .first()
      .click();
    await late.sees('Create account');
    await expect(late.page.getByText(/This invitation was already used/)).toBeVisible();
  });
});
