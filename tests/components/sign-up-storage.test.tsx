import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { upgrades } from '../../src/outbox/records/schema.ts';
import { people } from '../support/server/people.ts';
import { field, openApp, sees } from './support/openApp.ts';

const typed = {
  Email: people.withoutProfile.email,
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

/** Keeps the drafts busy, as a window that the browser froze in the middle of a write does. @returns what ends it */
async function keepDraftsBusy(): Promise<() => void> {
  const opening = indexedDB.open('ev-outbox', upgrades.length);
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const drafts = db.transaction('drafts', 'readwrite').objectStore('drafts');
  let isBusy = true;
  const goOn = () => {
    if (isBusy) drafts.count().onsuccess = goOn;
  };
  goOn();
  return () => {
    isBusy = false;
    db.close();
  };
}

test('what is typed at the sign-up is in the profile though the drafts did not answer, and saved once they do', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  const release = await keepDraftsBusy();
  for (const [label, text] of Object.entries(typed)) await field(label).fill(text);
  await page.getByRole('button', { name: 'Create account' }).click();
  await sees('Complete your profile');
  await expect.element(field('Company')).toHaveValue('Harbor Roofs');
  await expect.element(field('Street address')).toHaveValue('12 Wharf Lane');

  release();
  await field('Company').fill('Harbor Roofs, Inc.');
  const saved = async () => {
    const { draftStores } = await import('../support/app/draftStores.ts');
    return (await draftStores().drafts()).map(({ content }) => content);
  };
  await expect
    .poll(saved, { timeout: 30_000 })
    .toMatchObject([{ companyName: 'Harbor Roofs, Inc.', firstName: 'Noor', address: { city: 'Boston' } }]);
});
