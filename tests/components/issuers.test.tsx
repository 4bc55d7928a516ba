import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { findsNoBarrier } from './support/axe.ts';
import { answering, goTo, marked, openApp, sees } from './support/openApp.ts';

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

test('the focus goes on to the next issuer when one is removed', async () => {
  const issuer = (name: string) => ({ fingerprint: name, name, until: 2e9, added: 1.7e9, certificate: '' });
  let issuers = ['Board', 'Firm'].map(issuer);
  onTestFinished(
    answering(/\/trusted-issuers/, async (request) => {
      if (request.method !== 'GET') issuers = issuers.slice(1);
      return marked({ body: issuers });
    }),
  );
  const { queryClient } = await import('../../src/api/queries.ts');
  await goTo('/jobs/listing/all');
  queryClient.removeQueries({ queryKey: ['trustedIssuers'] });
  await goTo('/trusted-issuers');
  await page.getByRole('button', { name: 'Remove Board', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove issuer' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Board' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Remove Firm' })).toHaveFocus();
});
