import { expect } from '@playwright/test';
import { seedPassword } from '../../server/seed/people.ts';
import { services } from '../../src/contract/enums.ts';
import { samples } from '../support/sampleFiles.ts';
import { test } from './support/product.ts';

function upload({ name, type = '', bytes }: (typeof samples)['pdf'], renamed = name) {
  return { name: renamed, mimeType: type, buffer: Buffer.from(bytes) };
}

test('the form of a new job asks for every field, and says the rules of §5', async ({ newPerson }) => {
  const client = await newPerson('client');
  const { page } = client;
  const heard = (sentence: string) => expect(page.getByText(sentence).first(), sentence).toBeVisible();

  await test.step('a new job', async () => {
    await client.signIn('client@ev.test', seedPassword);
    await client.goTo('/jobs/create');
    await client.choose('Request type', 'Other');
    await client.choose('Delivery mode', 'Wet stamps');
    await client.fill('Number of copies', '');
    await client.press('Send job');
    for (const label of [
      ...['Project name', 'Street', 'City', 'State', 'Zip code', 'Property type', 'Description'],
      ...['Number of copies', 'Links to documents'],
    ]) {
      await heard(`${label} is a required field`);
    }
    await heard('ev-service may have at least 1 value selected');
    await heard('Attachment must have at least one file selected');
    for (const label of Object.values(services)) {
      await expect(page.getByRole('checkbox', { name: label }).first(), label).toBeAttached();
    }
    await client.field('Files').setInputFiles([upload({ ...samples.pdf, type: 'text/plain' }, 'notes.txt')]);
    await heard('Attachment accepts only a PDF, ZIP, or an image (.PNG, .JPEG)');
  });

  await test.step('is filled in with the phone number of the profile, which can be another', async () => {
    await expect(client.field('Phone number')).toHaveValue(/^\(\d{3}\) 555-\d{4}$/);
    await client.fill('Phone number', '(415) 555-0199');
    await expect(client.field('Phone number')).toHaveValue('(415) 555-0199');
  });
});
