import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { chooseFiles } from './support/formFields.ts';
import { field, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('admin', '/checklists/EE'));

test('a shot waits for its example picture, which is being made smaller', async () => {
  const decoding = Promise.withResolvers<void>();
  const decoded = await createImageBitmap(new ImageData(64, 48));
  const decode = vi.spyOn(globalThis, 'createImageBitmap').mockImplementationOnce(async () => {
    await decoding.promise;
    return decoded;
  });
  onTestFinished(() => decode.mockRestore());
  await sees('Photo checklists');
  await page.getByRole('button', { name: 'Add shot' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add shot' });
  await field('Name').fill('Ridge from the street');
  const bytes = new Uint8Array(3 * 1024 * 1024);
  bytes.set([0xff, 0xd8, 0xff]);
  chooseFiles(dialog.getByLabelText('Photos for the example', { exact: true }), [
    new File([bytes], 'ridge.jpg', { type: 'image/jpeg' }),
  ]);
  await expect.poll(() => decode.mock.calls.length).toBe(1);
  const add = dialog.getByRole('button', { name: 'Add shot' });
  // Playwright would wait until it can be pressed.
  (add.element() as HTMLElement).click();
  await field('Name').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(add).toHaveAttribute('aria-busy', 'true');
  decoding.resolve();
  await expect.element(dialog.getByText('ridge.jpg')).toBeVisible();
  await expect.element(add).not.toHaveAttribute('aria-busy');
  await add.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Ridge from the street')).toBeVisible();
});
