import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { people } from '../support/server/people.ts';
import { answering, goTo, marked, openApp } from './support/openApp.ts';

beforeAll(() => openApp('client', '/account'));

test('jobs that cannot be read for what was shared are said to be so, not that one is offline', async () => {
  const { saveDraft } = await import('../../src/outbox/drafts/drafts.ts');
  const { shareForm } = await import('../../src/outbox/records/shareRecord.ts');
  const content = { version: 1, title: '', text: 'From the site', url: '', refused: [] };
  await saveDraft(people.client.email, shareForm('1'), content);
  onTestFinished(
    answering(/evjobs/, async () => marked({ errorMessage: 'Not just now.', code: 'unavailable' }, 503)),
  );
  await goTo('/share', 'Which job is this for?');
  await expect.element(page.getByText(/ No saved jobs match\.$/)).toBeVisible();
  expect(page.getByText(/^You’re offline/).elements()).toHaveLength(0);
});

test('the job that was chosen says that it is being added to while shared photos are made smaller', async () => {
  const { saveDraft } = await import('../../src/outbox/drafts/drafts.ts');
  const { shareForm } = await import('../../src/outbox/records/shareRecord.ts');
  const { choosePhotoSize } = await import('../../src/ui/files/photoSize.ts');
  const decoding = Promise.withResolvers<void>();
  const decode = vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(async () => {
    await decoding.promise;
    throw new DOMException('No picture.');
  });
  choosePhotoSize('smaller');
  onTestFinished(() => {
    decode.mockRestore();
    choosePhotoSize('original');
  });
  const bytes = new Uint8Array(3 * 1024 * 1024);
  bytes.set([0xff, 0xd8, 0xff]);
  const photo = new File([bytes], 'site.jpg', { type: 'image/jpeg' });
  const content = { version: 1, title: '', text: 'Two of the roof', url: '', refused: [] };
  await goTo('/account');
  await saveDraft(people.client.email, shareForm('2'), content, [photo]);
  await goTo('/share', 'Which job is this for?');
  await expect.element(page.getByText('site.jpg')).toBeVisible();
  const job = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem').nth(1).getByRole('button');
  await job.click();
  await expect.poll(() => job.element().textContent).toContain('Adding…');
  decoding.resolve();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Two of the roof');
});
