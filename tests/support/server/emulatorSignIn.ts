import * as v from 'valibot';

const Answer = v.object({ localId: v.string(), idToken: v.string() });
export type SignedIn = v.InferOutput<typeof Answer>;

async function account(
  emulatorUrl: string,
  path: string,
  email: string,
  password: string,
): Promise<SignedIn> {
  const answer = await fetch(`${emulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:${path}?key=any`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  });
  if (!answer.ok) throw new Error(`The Auth emulator says ${answer.status}: ${await answer.text()}`);
  return v.parse(Answer, await answer.json());
}

/** Creates an account in the Auth emulator, as the app's sign-up does. */
export function emulatorSignUp(emulatorUrl: string, email: string, password: string): Promise<SignedIn> {
  return account(emulatorUrl, 'signUp', email, password);
}

/** Signs in to the Auth emulator, as the app does. */
export function emulatorSignIn(emulatorUrl: string, email: string, password: string): Promise<SignedIn> {
  return account(emulatorUrl, 'signInWithPassword', email, password);
}
