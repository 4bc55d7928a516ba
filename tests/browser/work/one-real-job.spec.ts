import { expect } from '@playwright/test';
import { samples } from '../../support/files/sampleFiles.ts';
import { opensSections, submits } from '../support/newJob.ts';
import { test } from '../support/product.ts';

const password = 'drawn-2026';

function upload(sample: { name: string; type?: string; bytes: Uint8Array }, name = sample.name) {
  return { name, mimeType: sample.type ?? '', buffer: Buffer.from(sample.bytes) };
}

test('one real job, from sign-up to reply, is still there after a restart', async ({ newPerson, product }, {
  project,
}) => {
  const email = `nora.${project.name}@newroofs.test`;
  const jobName = `Harbor Street roof (${project.name})`;
  const client = await newPerson('client');
  const { page } = client;

  await test.step('a client signs up', async () => {
    await client.goTo('/jobs/listing/all');
    await expect(page).toHaveURL(/\/auth\/signin/);
    await page.getByRole('link', { name: 'Create account' }).click();
    await client.sees('Create account');
    await client.press('Create account');
    await expect(page.getByText('Email is a required field')).not.toHaveCount(0);
    await client.signUp(email, password);
    await expect(page).toHaveURL(/\/auth\/not-verified/);
    await client.press('I’ve verified my email');
    await expect(page.getByText(`${email} isn’t verified yet.`)).toBeVisible();
  });

  const mailbox = await newPerson('mailbox');
  await test.step('they verify the email address on another device', async () => {
    await mailbox.goTo('/dev/mail');
    await mailbox.findsNoBarrier();
    const inboxEntry = mailbox.page.getByRole('listitem').filter({ hasText: email });
    await inboxEntry.getByRole('link', { name: 'Verify email address' }).click();
    await mailbox.sees('Verify your email address');
    await mailbox.findsNoBarrier();
    await mailbox.press('Verify email address');
    await mailbox.sees('Your email address is verified');
    await mailbox.findsNoBarrier();
  });

  await test.step('they sign in there, and are asked nothing that they typed at the sign-up', async () => {
    await mailbox.page.getByRole('link', { name: 'Sign in' }).click();
    await mailbox.fill('Email', email);
    await mailbox.fill('Password', password);
    await mailbox.press('Sign in');
    await mailbox.sees('Your account is pending approval');
    await expect(mailbox.page.getByText('New Roofs')).toBeVisible();
    await mailbox.findsNoBarrier();
  });

  await test.step('the first device goes on too, and waits for the approval', async () => {
    await client.pressUnlessGone('I’ve verified my email');
    await client.sees('Your account is pending approval');
    await expect(page).toHaveURL(/\/auth\/not-approved/);
    await client.press('Check again');
    await expect(page.getByText('No change yet. We’ll keep checking.')).toBeVisible();
  });

  await test.step('an admin approves them', async () => {
    const admin = await newPerson('admin');
    await admin.signIn('admin@ev.test', 'stamped-2026');
    await admin.goTo('/users/listing/pending', 'Users');
    await expect(admin.page.getByText(email)).toBeVisible();
    await admin.findsNoBarrier();
    await admin.page
      .getByRole('listitem')
      .filter({ hasText: email })
      .getByRole('button', { name: 'Approve Nora Neal' })
      .click();
    await expect(admin.page.getByText('Nora Neal approved.')).toBeVisible();
    await client.pressUnlessGone('Check again');
    await client.sees('Jobs');
    await expect(page).toHaveURL(/\/jobs\/listing\/all/);
    await client.findsNoBarrier();
  });

  await test.step('they create a job with documents', async () => {
    await client.goTo('/jobs/create', 'New job');
    await client.press('Submit job');
    await expect(page.getByText('Project name is a required field')).not.toHaveCount(0);
    await opensSections(client);
    await client.fill('Project name', jobName);
    await client.fill('Street address', `77 Harbor Street, ${project.name}`);
    await client.fill('City', 'Boston');
    await client.fill('State', 'MA');
    await client.fill('Zip code', '02110-1234');
    await client.choose('Property type', 'Commercial');
    await client.choose('Request type', 'Stamp');
    await client.tick('Stamp services', 'Structural Review');
    await client.choose('Delivery method', 'Wet stamps');
    await client.fill('Number of copies', '2');
    await client.choose('Delivery speed', 'Overnight');
    await client.choose('Priority', 'High');
    await client.field('Files').setInputFiles([upload(samples.pdf), upload(samples.png)]);
    await client.fill('Note to EV', 'The drawings are revision B.');
    await client.findsNoBarrier();
    await submits(client, jobName);
    await expect(page).toHaveURL(/\/jobs\/update\//);
    await expect(page.getByRole('link', { name: 'Open plan.pdf' })).toBeVisible();
    await client.findsNoBarrier();
  });

  const employee = await newPerson('employee');
  await test.step('an employee sees it, opens the chat and replies with a file', async () => {
    await employee.signIn('employee@ev.test', 'stamped-2026');
    // They begin with their own jobs, and nobody has taken this one.
    await employee.goTo('/jobs/listing/all');
    await employee.page.getByRole('button', { name: `Open chat for ${jobName}, 1 new message` }).click();
    await expect(employee.bubble('The drawings are revision B.')).toContainText('From New Roofs to EV');
    await employee.page.getByLabel('Files to attach').setInputFiles([upload(samples.pdf, 'stamped.pdf')]);
    await expect(employee.page.getByRole('button', { name: '1 attached' })).toBeVisible();
    await employee.page.getByPlaceholder('Type your message…').fill('Stamped, please check sheet 2.');
    await employee.press('Send');
    await expect(employee.bubble('Stamped, please check sheet 2.')).toContainText('EV to New Roofs');
    await employee.findsNoBarrier();
  });

  await test.step('the client reads it, downloads the file, answers and marks the message addressed', async () => {
    await client.goTo('/messages', 'Messages');
    await expect(page.getByText('Stamped, please check sheet 2.')).not.toHaveCount(0);
    await client.findsNoBarrier();
    await page
      .getByRole('button', { name: /Stamped, please check sheet 2\./ })
      .first()
      .click();
    const reply = client.bubble('Stamped, please check sheet 2.');
    const file = await client.downloads(reply.getByRole('button', { name: /^stamped\..*pdf/ }));
    expect(file.name).toBe('stamped.pdf');
    expect(file.bytes.equals(samples.pdf.bytes)).toBe(true);
    await page.getByPlaceholder('Type your message…').fill('Sheet 2 is right, thank you.');
    await client.press('Send');
    await expect(client.bubble('Sheet 2 is right, thank you.')).toContainText('From New Roofs to EV');
    await reply.getByRole('button', { name: 'Mark as addressed' }).click();
    await expect(reply.getByRole('button', { name: 'Mark as new' })).toBeVisible();
    await expect(reply.getByText('Addressed', { exact: true })).toBeVisible();
    await client.findsNoBarrier();
  });

  await test.step('everything is there after a restart', async () => {
    // A worker that is still being installed says that it cannot fetch its files.
    for (const person of [client, employee])
      await person.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await product.restart();
    await client.goTo('/jobs/listing/in-progress');
    await page.getByRole('button', { name: new RegExp(`^Open chat for .*${project.name}`) }).click();
    await expect(client.bubble('The drawings are revision B.')).toBeVisible();
    await expect(client.bubble('Sheet 2 is right, thank you.')).toBeVisible();
    const reply = client.bubble('Stamped, please check sheet 2.');
    await expect(reply.getByRole('button', { name: 'Mark as new' })).toBeVisible();
    const file = await client.downloads(reply.getByRole('button', { name: /^stamped\..*pdf/ }));
    expect(file.bytes.equals(samples.pdf.bytes)).toBe(true);
    const later = await newPerson('employee, later');
    await later.signIn('employee@ev.test', 'stamped-2026');
    await later.goTo('/jobs/listing/all');
    await expect(later.page.getByText(jobName).first()).toBeVisible();
  });
});
