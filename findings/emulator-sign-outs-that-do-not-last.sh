#!/usr/bin/env bash
# Versions: firebase-tools 15.34.2 (its Auth emulator), firebase-admin 14.5.1 (Node 24.21.0).
# Guess:    a refresh token ends when it is revoked (`revokeRefreshTokens`) and when the password of its account changes, as Firebase
#           documents it ("Manage User Sessions"), in the emulator too: it refuses those of disabled and deleted accounts.
# Seen:     it goes on giving new ID tokens after both, for good. They have the time of the account's last sign-in, wherever that was:
#           `verifyIdToken` with `checkRevoked` refuses them until the owner signs in again on another device, and accepts them from then on.
# Matters:  "sign out everywhere" is tried with the emulator, and the lost phone comes back by itself; what an app does once Firebase refuses
#           its refresh token is never tried.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0
# Without its parts for other emulators, which are compiled when they are installed.
npm install --silent --no-audit --no-fund --ignore-scripts firebase-tools@15.34.2 firebase-admin@14.5.1
export PATH="$folder/node_modules/.bin:$PATH"
cat > try.mjs <<'JS'
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
const { createApp } = createRequire(import.meta.url)('firebase-tools/lib/emulator/auth/server.js');
const server = createServer(await createApp('demo-firm', 0, new Map()));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${server.address().port}`;
process.env.FIREBASE_AUTH_EMULATOR_HOST = host;
const admin = getAuth(initializeApp({ projectId: 'demo-firm' }));
const asJson = { method: 'POST', headers: { 'content-type': 'application/json' } };
const post = async (path, body) => (await fetch(`http://${host}/${path}?key=any`, { ...asJson, body: JSON.stringify(body) })).json();
const account = (what, body) => post(`identitytoolkit.googleapis.com/v1/accounts:${what}`, body);
const check = (token) => admin.verifyIdToken(token, true).then(() => 'accepted', ({ code }) => code);
const changes = {
  'tokens revoked': ({ localId }) => admin.revokeRefreshTokens(localId),
  'password changed': ({ idToken }) => account('update', { idToken, password: 'new-word' }),
  'account disabled': ({ localId }) => admin.updateUser(localId, { disabled: true }),
  'account deleted': ({ localId }) => admin.deleteUser(localId),
};
for (const [name, change] of Object.entries(changes)) {
  const email = `${name.replace(' ', '-')}@firm.test`;
  const { refreshToken, ...user } = await account('signUp', { email, password: 'old-word', returnSecureToken: true });
  const asked = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const refreshed = async () => {
    const { error, id_token } = await post('securetoken.googleapis.com/v1/token', asked);
    return error?.message ?? `a token, ${await check(id_token)}`;
  };
  await setTimeout(1100);
  await change(user);
  await setTimeout(1100);
  const before = await refreshed();
  for (const password of ['old-word', 'new-word']) await account('signInWithPassword', { email, password });
  console.log(`${name}: ${before}; signed in elsewhere: ${await refreshed()}`);
}
process.exit();
JS
node try.mjs | tee seen
diff seen - <<'SEEN'
tokens revoked: a token, auth/id-token-revoked; signed in elsewhere: a token, accepted
password changed: a token, auth/id-token-revoked; signed in elsewhere: a token, accepted
account disabled: USER_DISABLED; signed in elsewhere: USER_DISABLED
account deleted: INVALID_REFRESH_TOKEN; signed in elsewhere: INVALID_REFRESH_TOKEN
SEEN
