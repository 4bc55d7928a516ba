import { isNotFound, isRefusal } from '../api/ApiError.ts';
import { ApiError, call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { apply } from '../cache/apply.ts';
import { type ApprovedProfile, isApproved, type Profile } from '../contract/users/user.ts';
import { type Persisting, persistQueries } from '../offline/persist.ts';
import { createEvent } from '../store.ts';
import { once, sleep, withTimeout } from '../timing.ts';
import type { NewToken, SignedInUser, UserToken } from './firebase.ts';
import { isProviderLoaded, isTokenValid, loadProvider } from './provider.ts';
import { purgeWebStorage } from './purge.ts';
import { rememberedProfile, rememberedUser, rememberProfile, rememberUser } from './remembered.ts';

/** The session: who is signed in, and what this page may show and send. Nothing but these functions changes it. */

/** How far the user is through the access flow (§4). */
export type Session =
  | { stage: 'loading' }
  /** `isEnded`: the server has ended the sign-in, so that another try would not help. */
  | { stage: 'signed-out'; error?: string; isEnded?: boolean }
  | { stage: 'unverified'; email: string }
  | { stage: 'no-profile'; email: string }
  | { stage: 'unapproved'; email: string; profile: Profile }
  | { stage: 'active'; email: string; profile: ApprovedProfile };

/** The user that stored data belongs to. */
export type Owner = { uid: string; email: string };

/** Shows the sign-in while it is undecided who is signed in: neither storage nor the provider has said. */
const undecided: Session = { stage: 'signed-out' };

// Module state: a page has one session, and some twenty modules read it, most of them outside of components. A test that needs
// another one loads the module anew.
let session: Session = { stage: 'loading' };
let owner: Owner | null = null;
let persisting: Persisting | null = null;

export function getSession(): Session {
  return session;
}

/** Returns who is signed in, also one who is only remembered; null before a sign-in and after a sign-out. */
export function getOwner(): Owner | null {
  return owner;
}

const { emit: notify, subscribe: onSessionChange } = createEvent();

export { onSessionChange };

function setSession(next: Session, user: Owner | null) {
  // Without a change, no listener is notified.
  const isSame = owner?.uid === user?.uid && JSON.stringify(next) === JSON.stringify(session);
  if (isSame && session !== undecided) return;
  // What one user has read is not for the next one.
  if (owner && owner.uid !== user?.uid) {
    stopPersisting();
    apply({ kind: 'signed-out' });
  }
  const isNew = user !== null && !(session.stage === 'active' && owner?.uid === user.uid);
  session = next;
  owner = user && { uid: user.uid, email: user.email };
  if (next !== undecided && next.stage !== 'loading') rememberUser(rememberedOf(next, owner));
  if (next.stage === 'active' && owner && isNew) {
    const { uid } = owner;
    stopPersisting();
    persisting = persistQueries(queryClient, uid, () => rememberedUser()?.uid === uid);
    // Nothing renders or fetches before the persisted queries are there.
    void persisting.restored.then(notify);
  } else notify();
}

function stopPersisting(): void {
  persisting?.stop();
  persisting = null;
}

function rememberedOf(next: Session, user: Owner | null) {
  if (!user || next.stage === 'loading' || next.stage === 'signed-out') return null;
  const profile = 'profile' in next ? next.profile : null;
  return {
    ...user,
    name: profile?.userName ?? '',
    type: profile?.userType ?? ('UNSPECIFIED' as const),
    stage: next.stage,
  };
}

function sessionOf(email: string, profile: Profile): Session {
  if (isApproved(profile)) return { stage: 'active', email, profile };
  return { stage: 'unapproved', email, profile };
}

/** Returns the session by the profile of this run, or by the one that the device remembers. */
function knownSession({ uid, email }: Owner): Session | null {
  if ('profile' in session && owner?.uid === uid) return session;
  const profile = rememberedProfile(uid);
  return profile && { stage: 'active', email, profile };
}

/** The session of a user whose sessions were ended on another device, by an admin, or by a new password. */
const ended: Session = {
  stage: 'signed-out',
  error:
    'You were signed out. Sign in again to continue. What you typed or haven’t sent yet is saved on this device.',
  isEnded: true,
};

const refreshAfterMs = 30_000;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

/** Replaces a remembered profile by the server's as soon as the server is reachable. */
function scheduleRefresh(afterMs = refreshAfterMs): void {
  clearTimeout(refreshTimer);
  refreshTimer = setTimeout(() => {
    refreshTimer = undefined;
    refresh().catch(() => scheduleRefresh());
  }, afterMs);
}

async function loadSession(person: SignedInUser): Promise<Session> {
  const { email } = person;
  if (!person.emailVerified) return { stage: 'unverified', email };
  try {
    const profile = await call('profile', { params: { email } });
    apply({ kind: 'profile-changed', profile });
    rememberProfile(person.uid, profile);
    return sessionOf(email, profile);
  } catch (error) {
    // Only the backend's own 404 has a status here: that of a proxy counts as no connection.
    if (isNotFound(error)) return { stage: 'no-profile', email };
    // A bad connection must not end a session; a definite refusal does (§8).
    const known = isRefusal(error) ? null : knownSession(person);
    if (known) {
      scheduleRefresh();
      return known;
    }
    if (error instanceof ApiError && error.status === 401) return ended;
    const why = error instanceof Error ? error.message : String(error);
    return { stage: 'signed-out', error: `We couldn’t load your profile. ${why}` };
  }
}

/**
 * The uid of the stored token at the start, then the one that the provider names; null before both. No session of another user is opened.
 */
let named: string | null = null;

let generation = 0;
/** How many actions are running. Each settles the session itself, so the provider's events are ignored meanwhile. */
let acting = 0;

async function settle(person: SignedInUser | null): Promise<void> {
  clearTimeout(refreshTimer);
  refreshTimer = undefined;
  generation += 1;
  const mine = generation;
  named = person?.uid ?? named;
  // What one user has read is hidden while the profile of the next one is on its way.
  if (owner && person && owner.uid !== person.uid) setSession({ stage: 'loading' }, null);
  const next: Session = person ? await loadSession(person) : { stage: 'signed-out' };
  // Another user, or a newer read of the same one, came in between.
  if (mine !== generation) return;
  setSession(next, 'email' in next ? person : null);
}

async function act<T>(work: () => Promise<T>): Promise<T> {
  acting += 1;
  try {
    return await work();
  } finally {
    acting -= 1;
  }
}

/** The uids that signed out in this tab. The provider's events about them are ignored until they sign in again. */
const leavers = new Set<string>();

const tokenTimeoutMs = 10_000;

/**
 * Returns the signed-in user's token; null when nobody is signed in; `later` where the provider is still loading or does not respond
 * within `timeoutMs`.
 */
export async function currentToken(
  renew = false,
  timeoutMs = tokenTimeoutMs,
): Promise<UserToken | null | 'later'> {
  const reading = loadProvider().then(({ readToken }) => readToken(renew));
  const held = await withTimeout(reading, timeoutMs).catch(() => 'later' as const);
  return held && held !== 'later' && leavers.has(held.uid) ? null : held;
}

/**
 * Calls a listener with every new token of the signed-in user; not with a sign-out. Loads the provider.
 *
 * @returns a function that stops it
 */
export function onToken(listener: (token: NewToken) => void): () => void {
  let stop: () => void = () => undefined;
  let isStopped = false;
  const follow = async () => {
    await followProvider();
    const { followTokens } = await loadProvider();
    if (isStopped) return;
    stop = followTokens((token) => {
      if (!leavers.has(token.uid)) listener(token);
    });
  };
  void follow();
  return () => {
    isStopped = true;
    stop();
  };
}

/** The last token that was stored on this device, expired or not; `signed-out` where a sign-out followed it. */
type LastToken = UserToken | null | 'signed-out';
let readLastToken: () => Promise<LastToken> = async () => null;

/** The user's stored token, once read. */
let lastRead: UserToken | null = null;

async function storedToken(): Promise<UserToken | null> {
  if (lastRead && lastRead.uid === owner?.uid && isTokenValid(lastRead)) return lastRead;
  const last = await readLastToken().catch(() => null);
  lastRead = last && last !== 'signed-out' && last.uid === owner?.uid ? last : null;
  return lastRead;
}

/** Returns the user's stored token while it is valid and the provider is not loaded; otherwise null. */
export async function validStoredToken(): Promise<UserToken | null> {
  const stored = isProviderLoaded() ? null : await storedToken();
  return stored && isTokenValid(stored) ? stored : null;
}

const bearerTimeoutMs = 4000;

/**
 * Returns the bearer of a call; null when nobody is signed in. Until the provider is loaded it is the token stored on the device. An
 * expired one is used only where the provider does not respond: it finds cached responses, and the backend refuses it otherwise.
 */
export async function bearer(renew: boolean): Promise<string | null> {
  const isLoaded = renew || isProviderLoaded();
  const first = isLoaded ? null : await storedToken();
  if (first && isTokenValid(first)) return first.idToken;
  const held = await currentToken(renew, isLoaded ? bearerTimeoutMs : openAfterMs);
  if (held !== 'later') {
    // What somebody else may read does not belong on this user's screen, which is about to be theirs.
    if (held && owner && held.uid !== owner.uid) throw new Error('Another user has signed in.');
    return held?.idToken ?? null;
  }
  const stored = renew ? null : (first ?? (await storedToken()));
  if (stored) return stored.idToken;
  throw new Error('Couldn’t check your sign-in. Try again.');
}

const openAfterMs = 1500;
const openSignInAfterMs = 10_000;

function isUndecided(): boolean {
  return (session.stage === 'loading' || session === undecided) && acting === 0;
}

/**
 * Opens the app for the approved user whom this device remembers; the provider confirms them later. Opens it for nobody whom no other
 * source names: local storage may be that of a former user, as a killed browser brings it back.
 */
function openRemembered(): void {
  const known = rememberedUser();
  if (named !== null && named !== known?.uid) return;
  const profile = known && rememberedProfile(known.uid);
  if (isUndecided() && profile) setSession({ stage: 'active', email: known.email, profile }, known);
}

/** Opens the sign-in if no user is remembered. It removes nothing: the provider may still respond. */
function openSignIn(): void {
  if (isUndecided()) setSession(undecided, null);
}

let ready: Promise<unknown> = Promise.resolve();
/** Whether local storage came back as it was before a sign-out. None of it is shown, and it is purged once the provider agrees. */
let isStorageStale = false;
const retryAfterMs = 5000;

async function follow(): Promise<void> {
  try {
    const [{ onUser }] = await Promise.all([loadProvider(), ready]);
    onUser((person) => {
      const stale = isStorageStale && !person && acting === 0 ? rememberedUser() : null;
      isStorageStale = false;
      if (stale) purgeWebStorage(stale.uid);
      // A lost session is no sign-out: everything is hidden, and stays on the device for its owner.
      if (acting === 0) void settle(person && leavers.has(person.uid) ? null : person);
    });
  } catch (error) {
    console.warn('The identity provider cannot be loaded yet:', error);
    await sleep(retryAfterMs);
    return follow();
  }
}

/** Loads the identity provider and follows who is signed in there. Can be called again. */
export const followProvider = once(follow);

/**
 * Decides who is signed in. An approved user whom this device remembers, with a valid token, gets in at once: the provider, which is
 * large, is loaded later (`followProvider`). For everybody else it is loaded now. Called once.
 *
 * @param lastToken reads the token that was stored on this device last; nothing that local storage remembers is shown before
 * @param before awaited before anything is decided
 */
export async function startSession(
  lastToken: () => Promise<LastToken> = readLastToken,
  before: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  readLastToken = lastToken;
  setTimeout(openSignIn, openSignInAfterMs);
  globalThis.addEventListener?.('online', () => {
    if (refreshTimer !== undefined) scheduleRefresh(0);
  });
  if (rememberedUser()?.stage !== 'active') loadProvider().catch(() => undefined);
  ready = before.catch((error: unknown) => console.warn('The last sign-out cannot be finished yet:', error));
  await ready;
  // A browser without IndexedDB has no journal of a sign-out, and never had.
  const reading = lastToken()
    .then((last) => {
      if (last && last !== 'signed-out') named ??= last.uid;
      return last;
    })
    .catch(() => null);
  const openUnlessSignedOut = async () => (await reading) === 'signed-out' || openRemembered();
  setTimeout(openUnlessSignedOut, globalThis.navigator?.onLine === false ? 0 : openAfterMs);
  const last = await withTimeout(reading, openAfterMs, () => null);
  isStorageStale = last === 'signed-out';
  if (last === 'signed-out') return followProvider();
  lastRead = last;
  if (last) openRemembered();
  if (!last || !isTokenValid(last) || session.stage !== 'active') await followProvider();
}

const entered = createEvent<[person: Owner]>();

/** Calls a listener when a user signs in on this page, before anything of theirs is sent; not when a session is resumed. */
export const onSignIn = entered.subscribe;

/** Announces a sign-in. The provider's events about this user count again. */
export function announceSignIn(person: Owner): void {
  leavers.delete(person.uid);
  entered.emit(person);
}

/** Ignores the provider's events about this user until they sign in again. */
export function ignoreUntilSignIn(uid: string): void {
  leavers.add(uid);
}

/** Runs an action that changes who is signed in, and then updates the session. Ignores the provider's events meanwhile. */
export function updateSessionAfter(work: () => Promise<SignedInUser | null>): Promise<void> {
  return act(async () => settle(await work()));
}

/** Ends the showing, reading and persisting of anybody's data: the first part of a sign-out. */
export function closeSession(): void {
  generation += 1;
  acting += 1;
  clearTimeout(refreshTimer);
  stopPersisting();
  session = { stage: 'loading' };
  owner = null;
  lastRead = null;
  notify();
  apply({ kind: 'signed-out' });
}

/** Signs out at the provider. That needs no connection, but waits for a provider that is still loading. */
export async function signOutAtProvider(uid: string): Promise<void> {
  ignoreUntilSignIn(uid);
  await (await loadProvider()).signOutUser(uid);
}

/** Reads the session again: whether the email is verified, and the profile there and approved. @throws AuthError */
export function refresh(): Promise<void> {
  return updateSessionAfter(async () => (await loadProvider()).reloadUser());
}

/** Takes the server's profile after a registration or a change. Ignores the profiles of other users. */
export function setOwnProfile(profile: Profile): void {
  if (!('email' in session) || session.email !== profile.email) return;
  apply({ kind: 'profile-changed', profile });
  if (owner) rememberProfile(owner.uid, profile);
  setSession(sessionOf(session.email, profile), owner);
}
