import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { goTo, openApp } from './support/openApp.ts';

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
