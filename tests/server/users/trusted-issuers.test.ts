import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { maxTrustedIssuers } from '../../../src/contract/limits.ts';
import { makeIdentity } from '../../support/seals/identities.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('trusted issuers', (start) => {
  const server = start.forAll();
  const issuer = (name: string) => makeIdentity({ name, isIssuer: true }).certificate;
  const list = async (as: PersonName = 'client') => (await server.call('trustedIssuers', { as })).answer;
  const add = (certificate: string) =>
    server.call('addTrustedIssuer', { as: 'admin', body: { certificate } });

  test('there is none until an admin adds one', async () => {
    expect(await list()).toEqual([]);
  });

  test('a certificate is added as a file of either kind, once, and clients read it', async () => {
    const certificate = issuer('Board CA');
    await add(certificate.toString('base64'));
    const { answer } = await add(new X509Certificate(certificate).toString());
    expect(answer).toMatchObject([{ name: 'Board CA', certificate: certificate.toString('base64') }]);
    expect(await list()).toEqual(answer);
  });

  test('a certificate that is removed is trusted no longer, and both are in the audit trail', async () => {
    const [known] = await list();
    const { answer } = await server.call('removeTrustedIssuer', {
      as: 'admin',
      body: { fingerprint: known?.fingerprint ?? '' },
    });
    expect(answer).toEqual([]);
    const { items } = (await server.call('audit', { as: 'admin', body: { action: 'change-issuers' } }))
      .answer;
    expect(items.map(({ changes }) => changes)).toEqual([
      [{ field: 'name', from: 'Board CA', to: '' }],
      [{ field: 'name', from: '', to: 'Board CA' }],
    ]);
  });

  test('they are named as people write their names, in the order of names', async () => {
    for (const name of ['Öst, P.E.', 'Zulu, P.E.', 'Doe + Sons "PE"'])
      await add(issuer(name).toString('base64'));
    const named = await list();
    expect(named.map(({ name }) => name)).toEqual(['Doe + Sons "PE"', 'Öst, P.E.', 'Zulu, P.E.']);
    for (const { fingerprint } of named)
      await server.call('removeTrustedIssuer', { as: 'admin', body: { fingerprint } });
  });

  describe('refuses with a sentence at the field', () => {
    test.each(['x', 'LS0t', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])(
      '%s',
      async (text) => {
        const { failure } = await add(text);
        expect(failure.issues).toEqual([
          { field: 'certificate', message: expect.stringContaining('Choose a certificate file') },
        ]);
      },
    );

    test('a file with several certificates', async () => {
      const text = ['Leaf', 'Board CA'].map((name) => new X509Certificate(issuer(name)).toString()).join('');
      expect((await add(text)).failure.issues?.[0]?.message).toContain('several certificates');
      expect(await list()).toEqual([]);
    });

    test('one more than there may be', async () => {
      for (let at = 0; at < maxTrustedIssuers; at += 1) await add(issuer(`CA ${at}`).toString('base64'));
      expect((await add(issuer('One more').toString('base64'))).failure.issues).toMatchObject([
        { field: 'certificate' },
      ]);
      expect(await list()).toHaveLength(maxTrustedIssuers);
    });
  });
});
