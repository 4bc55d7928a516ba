import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answering, field, goTo, marked, openApp } from './support/openApp.ts';

const words = 'The inverter hangs on the north wall.';
const log = () => page.getByRole('log', { name: 'Messages' });
const bubble = () => log().getByRole('article').filter({ hasText: words });

/** Ways in which a disk is full, each with a function that makes room again. */
const fullDisks: Record<string, { withFile: boolean; fill: () => () => void }> = {
  'the estimate leaves no room': {
    withFile: true,
    fill() {
      const { estimate } = StorageManager.prototype;
      StorageManager.prototype.estimate = async () => ({ quota: 500_000_000, usage: 499_999_999 });
      return () => {
        StorageManager.prototype.estimate = estimate;
      };
    },
  },
  'a write fails': {
    withFile: false,
    fill() {
      const { add } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
      return () => {
        IDBObjectStore.prototype.add = add;
      };
    },
  },
};

beforeAll(() => openApp('client', '/jobs/listing/all'));

test.each(Object.entries(fullDisks))(
  'a message on a full disk stays in the composer with an error, and can be sent later: %s',
  async (how, { withFile, fill }) => {
    const jobId = withFile ? 'job-11' : 'job-12';
    await goTo(`/jobs/update/${jobId}?chat=${jobId}`);
    const input = page.getByPlaceholder('Type your message…');
    await expect.element(input).toBeVisible();
    const makeRoom = fill();
    await input.fill(words);
    if (withFile) {
      const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
      await page
        .getByLabelText('Files to attach', { exact: true })
        .upload(new File([png], 'meter.png', { type: 'image/png' }));
      await expect.element(page.getByRole('button', { name: 'Remove meter.png' })).toBeVisible();
    }
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'out of storage' }), { message: how })
      .toBeVisible();
    await expect.element(input).toHaveValue(words);
    if (withFile) await expect.element(page.getByRole('button', { name: 'Remove meter.png' })).toBeVisible();
    expect(bubble().elements()).toEqual([]);

    makeRoom();
    if (withFile) await page.getByRole('button', { name: 'Remove meter.png' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.element(bubble()).toMatchTextContent(/From\s.*\sto\sEV/);
    await expect.element(input).toHaveValue('');
  },
);

/** Refuses writes to these stores, as a full disk does. @returns what makes room */
function fillStores(...names: string[]): () => void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (value, key) {
    if (names.includes(this.name)) throw new DOMException('The disk is full.', 'QuotaExceededError');
    return put.call(this, value, key);
  };
  return () => {
    IDBObjectStore.prototype.put = put;
  };
}

const said = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

test('the chat says at once which chosen file is not saved, and that the text is', async () => {
  await goTo('/jobs/update/job-13?chat=job-13');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  const makeRoom = fillStores('draftChunks');
  await input.fill('As built');
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await page
    .getByLabelText('Files to attach', { exact: true })
    .upload(new File([png], 'riser.png', { type: 'image/png' }));
  const note = said(/^There isn’t enough storage to save riser\.png with your draft\. Your text is saved\./);
  await expect.element(note).toBeVisible();
  await page.getByRole('button', { name: 'Remove riser.png' }).click();
  await expect.element(note).not.toBeInTheDocument();
  makeRoom();
  await input.fill('');
});

test('the chat says at once that its text is not saved, until it is', async () => {
  await goTo('/jobs/update/job-14?chat=job-14');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  const makeRoom = fillStores('drafts');
  await input.fill('As bu');
  const note = said('Your browser can’t save drafts right now. Send before you leave this page.');
  await expect.element(note).toBeVisible();
  makeRoom();
  await input.fill('As built');
  await expect.element(note).not.toBeInTheDocument();
  await input.fill('');
});

test('a waiting message that is edited says at once that the change is not saved', async () => {
  await goTo('/jobs/update/job-15?chat=job-15');
  const input = page.getByPlaceholder('Type your message…');
  await expect.element(input).toBeVisible();
  const restore = answering(/\/api\/jobs\/update$/, async () =>
    marked({ errorMessage: 'Not just now.', code: 'invalid' }, 400),
  );
  await input.fill('To be corrected');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const waiting = log().getByRole('article').filter({ hasText: 'To be corrected' });
  await waiting.getByRole('button', { name: 'Edit' }).click();
  await expect.element(input).toHaveValue('To be corrected');
  await expect.element(waiting).not.toBeInTheDocument();
  const makeRoom = fillStores('drafts');
  await input.fill('Corrected');
  const note = said('Your browser can’t save drafts right now. Send before you leave this page.');
  await expect.element(note).toBeVisible();
  makeRoom();
  await input.fill('Corrected twice');
  await expect.element(note).not.toBeInTheDocument();
  restore();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(log().getByText('Corrected twice')).toBeVisible();
});

test('a form says at once that what is typed is not saved', async () => {
  await goTo('/account');
  const makeRoom = fillStores('drafts');
  await field('Company').fill('Roofs and more');
  const note = page.getByRole('alert').filter({ hasText: 'Your browser can’t save drafts right now.' });
  await expect.element(note).toBeVisible();
  makeRoom();
  await field('Company').fill('Roofs and more, Inc.');
  await expect.element(note).not.toBeInTheDocument();
});
