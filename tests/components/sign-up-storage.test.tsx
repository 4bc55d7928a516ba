import { expect, test } from 'vitest';
import { upgrades } from '../../src/outbox/records/schema.ts';
import { people } from '../support/server/people.ts';
import { answering, field, openApp, sees } from './support/openApp.ts';
import { savedDrafts, signsUp } from './support/signsUp.ts';

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

test('what is typed at the sign-up is in the profile though neither server nor drafts answered, and saved once they do', async () => {
  await openApp(null, '/auth/signup');
  await sees('Create account');
  const release = await keepDraftsBusy();
  answering(/\/users\/sign-up$/, async () => {
    throw new TypeError('Failed to fetch');
  });
  await signsUp(people.withoutProfile.email);
  await sees('Complete your profile');
  await expect.element(field('Company')).toHaveValue('Harbor Roofs');
  await expect.element(field('Street address')).toHaveValue('12 Wharf Lane');

  release();
  await field('Company').fill('Harbor Roofs, Inc.');
  await expect
    .poll(savedDrafts, { timeout: 30_000 })
    .toMatchObject([{ companyName: 'Harbor Roofs, Inc.', firstName: 'Noor', address: { city: 'Boston' } }]);
});
