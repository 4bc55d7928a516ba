import { dropDraft, readDraft } from '../../outbox/drafts/drafts.ts';
import { getSession, onSessionChange } from '../../session/session.ts';
import { writeStored } from '../../storage.ts';
import { registrationForm, unsavedKey } from './unsavedProfile.ts';

/** Removes what was typed for a profile from this device: the server has it. */
export function forgetTyped(email: string): Promise<void> {
  writeStored(unsavedKey(email), null, 'sessionStorage');
  return dropDraft(email, registrationForm).then(() => undefined);
}

/** Looks before it writes: nearly every start finds nothing. */
async function forgetLeft(email: string): Promise<void> {
  if (await readDraft(email, registrationForm)) await forgetTyped(email);
  else writeStored(unsavedKey(email), null, 'sessionStorage');
}

/** Forgets it once the user has a profile: its response may have been lost, or they have registered on another device. Called once. */
export function forgetOnceRegistered(): void {
  let done = '';
  const check = () => {
    const session = getSession();
    if (!('profile' in session) || session.email === done) return;
    done = session.email;
    void forgetLeft(done).catch(() => undefined);
  };
  onSessionChange(check);
  check();
}
