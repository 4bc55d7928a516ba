import { ApiError, call, setTokenSource } from '../api/client.ts';
import { keys, queryClient } from '../api/queries.ts';
import { type ApprovedProfile, isApproved, type Profile } from '../contract/user.ts';
import { dropDraftsOfOthers } from './drafts.ts';
import {
  applyCode,
  createAccount,
  currentPerson,
  enter,
  leave,
  mailReset,
  mailVerification,
  onPerson,
  type Person,
  reloadPerson,
  replacePassword,
  resetPassword,
  tokenOf,
} from './firebase.ts';
import { forgetOthers, forgetPerson } from './forgetPerson.ts';
import { recall, remember, rememberedProfile } from './remembered.ts';

export { emailOfReset, heldToken, onHeldToken } from './firebase.ts';

/** How far a person is into the product: the access flow of §4, one stage at a time. */
export type Session =
  | { stage: 'loading' }
  | { stage: 'signed-out'; error?: string }
  | { stage: 'unverified'; email: string }
  | { stage: 'no-profile'; email: string }
  | { stage: 'unapproved'; email: string; profile: Profile }
  | { stage: 'active'; email: string; profile: ApprovedProfile };

let session: Session = { stage: 'loading' };
const listeners = new Set<() => void>();

export function getSession(): Session {
  return session;
}

/** Under whom things are kept on this device; null before anybody has signed in, and after. */
export function getOwner(): { uid: string; email: string } | null {
  const person = 'email' in session ? currentPerson() : null;
  return person && { uid: person.uid, email: person.email };
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function put(next: Session) {
  // A look that found nothing new is no news.
  if (JSON.stringify(next) === JSON.stringify(session)) return;
  // What one person has read is not for the next one.
  const before = 'email' in session ? session.email : recall()?.email;
  if (before !== undefined && !('email' in next && next.email === before)) queryClient.clear();
  session = next;
  if (next.stage === 'signed-out') remember(null);
  else if (next.stage !== 'loading') remember(rememberedOf(next));
  for (const listener of listeners) listener();
}

function rememberedOf(known: Extract<Session, { email: string }>) {
  const profile = 'profile' in known ? known.profile : null;
  return {
    email: known.email,
    name: profile?.userName ?? '',
    type: profile?.userType ?? ('UNSPECIFIED' as const),
    stage: known.stage,
  };
}

function sessionOf(email: string, profile: Profile): Session {
  if (isApproved(profile)) return { stage: 'active', email, profile };
  return { stage: 'unapproved', email, profile };
}

/** What is known of the person without asking: this run's profile, or the one remembered on the device. */
function knownSession(email: string): Session | null {
  if ('profile' in session && session.email === email) return session;
  const profile = rememberedProfile(email);
  return profile && { stage: 'active', email, profile };
}

const lookAgainMs = 30_000;
let lookingAgain: ReturnType<typeof setTimeout> | undefined;

/** What is only remembered is looked up as soon as the service can be reached again. */
function lookAgainSoon(afterMs = lookAgainMs): void {
  clearTimeout(lookingAgain);
  lookingAgain = setTimeout(() => {
    lookingAgain = undefined;
    refresh().catch(() => lookAgainSoon());
  }, afterMs);
}

async function stageOf(person: Person): Promise<Session> {
  const { email } = person;
  if (!person.emailVerified) return { stage: 'unverified', email };
  try {
    const profile = await call('profile', { params: { email } });
    queryClient.setQueryData(keys.profile(email), profile);
    return sessionOf(email, profile);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { stage: 'no-profile', email };
    // A bad line takes nobody's access away; a definite refusal does (§8).
    const settled = error instanceof ApiError && error.definite;
    const known = settled ? null : knownSession(email);
    if (known) {
      lookAgainSoon();
      return known;
    }
    const why = error instanceof Error ? error.message : String(error);
    return { stage: 'signed-out', error: `Your profile could not be loaded. ${why}` };
  }
}

let generation = 0;
/** The provider tells of each sign-in too; while an action is under way, the action settles it. */
let acting = 0;

async function settle(person: Person | null): Promise<void> {
  clearTimeout(lookingAgain);
  lookingAgain = undefined;
  generation += 1;
  const mine = generation;
  const next: Session = person ? await stageOf(person) : { stage: 'signed-out' };
  // Another person, or a newer look at the same one, came in between.
  if (mine !== generation) return;
  put(next);
}

async function act<T>(work: () => Promise<T>): Promise<T> {
  acting += 1;
  try {
    return await work();
  } finally {
    acting -= 1;
  }
}

/** Starts following the identity provider. Called once, before the app is drawn. */
export function startSession(): void {
  setTokenSource(
    () => tokenOf(),
    () => tokenOf(true),
  );
  onPerson((person) => {
    if (acting > 0) return;
    // Signed out in another window, or by the provider.
    const left = !person && ('email' in session || recall() !== null);
    void settle(person).then(() => (left ? forgetPerson() : undefined));
  });
  globalThis.addEventListener?.('online', () => {
    if (lookingAgain !== undefined) lookAgainSoon(0);
  });
}

/** @throws AuthError */
export function signIn(email: string, password: string): Promise<void> {
  return act(async () => {
    const person = await enter(email, password);
    forgetOthers(person.email);
    void dropDraftsOfOthers(person.email);
    await settle(person);
  });
}

/**
 * Makes an account and mails the verification. The account stands even if the letter could not be sent: it can be sent
 * again from the next screen.
 *
 * @throws AuthError
 */
export function signUp(email: string, password: string): Promise<void> {
  return act(async () => {
    const person = await createAccount(email, password);
    await mailVerification().catch((error: unknown) => console.warn('The verification was not sent:', error));
    await settle(person);
  });
}

/** Signs out, and takes what is the person's off this device. @throws AuthError: then they are still signed in */
export function signOut(): Promise<void> {
  return act(async () => {
    await leave();
    await settle(null);
    await forgetPerson();
  });
}

/** Looks again: is the e-mail verified by now, is there a profile, is it approved? @throws AuthError */
export function refresh(): Promise<void> {
  return act(async () => settle(await reloadPerson()));
}

/** Mails the verification once more. @throws AuthError */
export function sendVerification(): Promise<void> {
  return mailVerification();
}

/** Carries out the code of a verification letter, and lets the person on if it was theirs. @throws AuthError */
export async function applyVerification(code: string): Promise<void> {
  await applyCode(code);
  if (currentPerson()) await refresh();
}

/** @throws AuthError */
export function sendReset(email: string): Promise<void> {
  return mailReset(email);
}

/** @throws AuthError */
export function confirmReset(code: string, password: string): Promise<void> {
  return resetPassword(code, password);
}

/** @throws AuthError: the present password may be wrong, the new one too weak */
export function changePassword(current: string, next: string): Promise<void> {
  return replacePassword(current, next);
}

/** The profile as the service has it now, after registering or after a change by its owner. */
export function takeProfile(profile: Profile): void {
  if (!('email' in session) || session.email !== profile.email) return;
  queryClient.setQueryData(keys.profile(profile.email), profile);
  put(sessionOf(session.email, profile));
}
