import { beforeAll, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { goTo, openApp, sees } from './support/openApp.ts';

beforeAll(() => openApp('admin', '/trusted-issuers'));

test('an admin adds a certificate that the firm trusts, and removes it again', async () => {
  await sees('Trusted issuers');
  await expect.element(page.getByText(/^No certificates yet/)).toBeVisible();
  const { issuer } = await commands.sealedPdf('nothing');
  const bytes = Uint8Array.from(atob(issuer), (letter) => letter.charCodeAt(0));
  const picker = page.getByLabelText('Certificate file');
  await userEvent.upload(picker, new File(['no certificate'], 'plan.cer'));
  await expect.element(page.getByText(/Choose a certificate file/)).toBeVisible();
  await userEvent.upload(picker, new File([bytes], 'board.cer'));
  await expect.element(page.getByText('Board CA')).toBeVisible();
  await findsNoBarrier();
  await goTo('/jobs/listing/all');
  await goTo('/trusted-issuers');
  await page.getByRole('button', { name: 'Remove Board CA' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove issuer' }).click();
  await expect.element(page.getByText(/^No certificates yet/)).toBeVisible();
});
