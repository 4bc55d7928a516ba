import { page } from 'vitest/browser';
import { field } from './openApp.ts';

const typed = {
  Password: 'abcd1234',
  'Confirm password': 'abcd1234',
  'First name': 'Noor',
  'Last name': 'Neal',
  Company: 'Harbor Roofs',
  'Phone number': '(617) 555-0123',
  'Street address': '12 Wharf Lane',
  City: 'Boston',
  State: 'MA',
  'Zip code': '02110',
};

/** Fills in the open sign-up and submits it. */
export async function signsUp(email: string): Promise<void> {
  for (const [label, text] of Object.entries({ Email: email, ...typed })) await field(label).fill(text);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Returns what this device has as drafts. */
export async function savedDrafts(): Promise<unknown[]> {
  const { draftStores } = await import('../../support/app/draftStores.ts');
  return (await draftStores().drafts()).map(({ content }) => content);
}
