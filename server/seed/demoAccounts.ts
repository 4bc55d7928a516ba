import * as v from 'valibot';
import { type SeedUser, seedPassword } from './people.ts';

const SignedIn = v.object({ idToken: v.string() });

/** Creates a user's account in the Auth emulator with a verified email, unless it exists. */
async function makeAccount(emulator: { url: string; projectId: string }, user: SeedUser): Promise<void> {
  const path = `identitytoolkit.googleapis.com/v1/projects/${emulator.projectId}/accounts`;
  const answer = await fetch(`${emulator.url}/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({
      email: user.email,
      password: seedPassword,
      emailVerified: true,
      displayName: `${user.firstName} ${user.lastName}`,
    }),
  });
  if (answer.ok) return;
  const said = await answer.text();
  if (!said.includes('EMAIL_EXISTS')) throw new Error(`The Auth emulator refused ${user.email}: ${said}`);
}

/** Creates a user's account, signs in and returns the ID token. */
export async function signInAs(
  emulator: { url: string; projectId: string },
  user: SeedUser,
): Promise<string> {
  await makeAccount(emulator, user);
  const path = 'identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=demo';
  const answer = await fetch(`${emulator.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: seedPassword, returnSecureToken: true }),
  });
  if (!answer.ok) throw new Error(`The Auth emulator does not let ${user.email} in: ${await answer.text()}`);
  return v.parse(SignedIn, await answer.json()).idToken;
}
