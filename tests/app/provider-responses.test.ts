import { expect, test } from 'vitest';
import { isFromProvider } from '../../src/session/providerResponses.ts';

test.each([
  ['a result', 200, { kind: 'identitytoolkit#GetAccountInfoResponse', users: [] }],
  ['a token', 200, { access_token: 'a', refresh_token: 'b', expires_in: '3600' }],
  ['a refusal', 400, { error: { code: 400, message: 'INVALID_PASSWORD', errors: [] } }],
])('%s counts as a response of the identity provider', async (_, status, said) => {
  expect(await isFromProvider(Response.json(said, { status }))).toBe(true);
});

test.each([
  ['a proxy’s JSON under a 200', Response.json({ error: 'Unauthorized' })],
  ['an empty object', Response.json({})],
  ['a proxy’s refusal in JSON', Response.json({ error: { message: 'blocked' } }, { status: 403 })],
  ['a page', new Response('<!doctype html>', { status: 403 })],
  ['our own server’s 503 for the provider', Response.json({ errorMessage: 'No.' }, { status: 503 })],
])('%s does not sign out', async (_, response) => {
  expect(await isFromProvider(response)).toBe(false);
});
