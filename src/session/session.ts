import { ApiError, call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { apply } from '../cache/apply.ts';
import { type Persisting, persistQueries } from '../cache/persist.ts';
import { type ApprovedProfile, isApproved, type Profile } from '../contract/user.ts';
import { createEvent } from '../store.ts';
import { once, sleep, withTimeout } from '../timing.ts';
import type { HeldToken, Person } from './firebase.ts';
import { holds } from './holds.ts';
import { isProviderLoaded, loadProvider } from './provider.ts';
import { purgeWebStorage } from './purge.ts';
import { recall, remember, rememberedProfile, rememberProfile } from './remembered.ts';

/** How far a person is into the product: the access flow of §4, one stage at a time. */
export type Session =
  | { stage: 'loading' }
  | { stage: 'signed-out'; error?: string }
  | { stage: 'unverified'; email: string }
  | { stage: 'no-profile'; email: string }
  | { stage: 'unapproved'; email: string; profile: Profile }
  | { stage: 'active'; email: string; profile: ApprovedProfile };

/** Under whom things are kept on this device. */
export type Owner = { uid: string; email: string };

/** The sign-in page for want of a decision: neither storage nor the provider has said who is here. */
const noAnswer: Session = { stage: 'signed-out' };

// State of this module, not of an object that is passed: a page has one session, and some twenty modules ask who is here, most of
// them in functions that are no components. A test that wants another one loads the module anew.
let session: Session = { stage: 'loading' };
let owner: Owner | null = null;
let persisting: Persisting | null = null;

export function getSession(): Session {
  return session;
}

/** Null before anybody has signed in, and after; also somebody who is only remembered is an owner. */
export function getOwner(): Owner | null {
  return owner;
}

const { emit: notify, subscribe } = createEvent();

export { subscribe };

function put(next: Session, person: Owner | null) {
  // A look that found nothing new is no news.
  const isSame = owner?.uid === person?.uid && JSON.stringify(next) === JSON.stringify(session);
  if (isSame && session !== noAnswer) return;
  // What one person has read is not for the next one.
  if (owner && owner.uid !== person?.uid) {
    stopPersisting();
    apply({ kind: 'signed-out' });
  }
  const isNew = person !== null && !(session.stage === 'active' && owner?.uid === person.uid);
  session = next;
  owner = person && { uid: person.uid, email: person.email };
  if (next !== noAnswer) remember(rememberedOf(next, owner));
  if (next.stage === 'active' && owner && isNew) {
    const { uid } = owner;
    stopPersisting();
    persisting = persistQueries(queryClient, uid, () => recall()?.uid === uid);
    // Nobody draws or reads anything before what is persisted is there.
    void persisting.restored.then(notify);
  } else notify();
}

function stopPersisting(): void {
  persisting?.stop();
  persisting = null;
}

function rememberedOf(next: Session, person: Owner | null) {
  if (!person || next.stage === 'loading' || next.stage === 'signed-out') return null;
  const profile = 'profile' in next ? next.profile : null;
  return {
    ...person,
    name: profile?.userName ?? '',
    type: profile?.userType ?? ('UNSPECIFIED' as const),
    stage: next.stage,
  };
}

function sessionOf(email: string, profile: Profile): Session {
  if (isApproved(profile)) return { stage: 'active', email, profile };
  return { stage: 'unapproved', email, profile };
}

/** What is known of the person without asking: this run's profile, or the one remembered on the device. */
function knownSession({ uid, email }: Owner): Session | null {
  if ('profile' in session && owner?.uid === uid) return session;
  const profile = rememberedProfile(uid);
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
    apply({ kind: 'profile-changed', profile });
    rememberProfile(person.uid, profile);
    return sessionOf(email, profile);
  } catch (error) {
    // Only the backend's own 404 has a status here: somebody else's is no connection.
    if (error instanceof ApiError && error.status === 404) return { stage: 'no-profile', email };
    // Other backends refuse under a 200, without a code (§7): that may mean anything, so what is known of the person counts more.
    const isVague = error instanceof ApiError && error.status === 200 && error.isRefusal;
    // A bad line takes nobody's access away; a definite refusal does (§8).
    const settled = error instanceof ApiError && error.definite && !isVague;
    const known = settled ? null : knownSession(person);
    if (known) {
      lookAgainSoon();
      return known;
    }
    // Of somebody new it most likely means that there is no profile; the backend judges a registration anyhow.
    if (isVague) return { stage: 'no-profile', email };
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
  put(next, 'email' in next ? person : null);
}

async function act<T>(work: () => Promise<T>): Promise<T> {
  acting += 1;
  try {
    return await work();
  } finally {
    acting -= 1;
  }
}

/** Who signed out here; what the provider still tells of them is not heeded until they sign in again. */
const leavers = new Set<string>();

const tokenWaitMs = 10_000;

/**
 * The signed-in person's token; null when nobody is signed in; `later` when that cannot be told now, because the provider is
 * still loading or does not answer. It never takes longer than `waitMs`, 10 s.
 */
export async function heldToken(renew = false, waitMs = tokenWaitMs): Promise<HeldToken | null | 'later'> {
  const reading = loadProvider().then(({ readToken }) => readToken(renew));
  const held = await withTimeout(reading, waitMs).catch(() => 'later' as const);
  return held && held !== 'later' && leavers.has(held.uid) ? null : held;
}

/** Tells every new token of whoever is signed in; a sign-out is not told. It loads the provider. @returns what stops it */
export function onHeldToken(listener: (token: HeldToken) => void): () => void {
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

/** The last token that was mirrored on this device, expired or not; `signed-out` where a sign-out followed it. */
type LastToken = HeldToken | null | 'signed-out';
let lastTokenOfDevice: () => Promise<LastToken> = async () => null;

/** The one that was read last. */
let readToken: HeldToken | null = null;

async function keptOfOwner(): Promise<HeldToken | null> {
  if (readToken && readToken.uid === owner?.uid && holds(readToken)) return readToken;
  const kept = await lastTokenOfDevice().catch(() => null);
  readToken = kept && kept !== 'signed-out' && kept.uid === owner?.uid ? kept : null;
  return readToken;
}

/** The token kept on the device of whoever is signed in, while it holds and the provider has not been asked. */
export async function keptIfItHolds(): Promise<HeldToken | null> {
  const kept = isProviderLoaded() ? null : await keptOfOwner();
  return kept && holds(kept) ? kept : null;
}

const bearerWaitMs = 4000;

/**
 * Returns the bearer of a call. Until the provider is loaded it is the token stored on the device; an expired one only where the
 * provider cannot be asked: cached responses are found by it, and the backend itself says so if it wants a newer one.
 */
export async function bearer(renew: boolean): Promise<string | null> {
  const isAsked = renew || isProviderLoaded();
  const first = isAsked ? null : await keptOfOwner();
  if (first && holds(first)) return first.idToken;
  const held = await heldToken(renew, isAsked ? bearerWaitMs : openAfterMs);
  if (held !== 'later') return held?.idToken ?? null;
  const kept = renew ? null : (first ?? (await keptOfOwner()));
  if (kept) return kept.idToken;
  throw new Error('Who is signed in cannot be told now.');
}

const openAfterMs = 1500;
const giveUpAfterMs = 10_000;

/** Not so in a page that is being left. */
function isUndecided(): boolean {
  return (session.stage === 'loading' || session === noAnswer) && acting === 0;
}

/** Without a word of the provider, whoever this device knows to be let in goes on; the provider settles it later. */
function openRemembered(): void {
  const known = recall();
  const profile = known && rememberedProfile(known.uid);
  if (isUndecided() && profile) put({ stage: 'active', email: known.email, profile }, known);
}

/** Nobody is known either: then there is a page to sign in on. Nobody is forgotten by it: an answer may still come. */
function openSignIn(): void {
  if (isUndecided()) put(noAnswer, null);
}

let ready: Promise<unknown> = Promise.resolve();
/** Local storage has come back as it was before a sign-out: nothing in it is shown, and it goes once the provider agrees. */
let isStorageStale = false;
const loadAgainMs = 5000;

async function follow(): Promise<void> {
  try {
    const [{ onPerson }] = await Promise.all([loadProvider(), ready]);
    onPerson((person) => {
      const stale = isStorageStale && !person && acting === 0 ? recall() : null;
      isStorageStale = false;
      if (stale) purgeWebStorage(stale.uid);
      // A session that is lost is no sign-out: everything is hidden, and stays on the device for its owner.
      if (acting === 0) void settle(person && leavers.has(person.uid) ? null : person);
    });
  } catch (error) {
    console.warn('The sign-in service cannot be asked yet:', error);
    await sleep(loadAgainMs);
    return follow();
  }
}

/** Follows whom the identity provider takes for signed in, which loads it. Can be called again. */
export const followProvider = once(follow);

/**
 * Decides who is here. Whoever this device knows to be let in, and keeps a token of, goes on at once: the provider, which is a
 * large part of the app, is asked later (`followProvider`), or now where the token has run out. Of anybody else it is asked now.
 * Called once.
 *
 * @param lastToken reads the token that was mirrored on this device last; nothing that local storage remembers is shown before it
 *   has answered
 * @param before what must have ended before anything is decided
 */
export async function startSession(
  lastToken: () => Promise<LastToken> = lastTokenOfDevice,
  before: Promise<unknown> = Promise.resolve(),
): Promise<void> {
  lastTokenOfDevice = lastToken;
  setTimeout(openSignIn, giveUpAfterMs);
  globalThis.addEventListener?.('online', () => {
    if (lookingAgain !== undefined) lookAgainSoon(0);
  });
  if (recall()?.stage !== 'active') loadProvider().catch(() => undefined);
  ready = before.catch((error: unknown) => console.warn('The sign-out before cannot be ended yet:', error));
  await ready;
  // A browser without IndexedDB has no sign-out written down, and never had.
  const reading = lastToken().catch(() => null);
  const openUnlessSignedOut = () => reading.then((last) => last === 'signed-out' || openRemembered());
  setTimeout(openUnlessSignedOut, globalThis.navigator?.onLine === false ? 0 : openAfterMs);
  const kept = await withTimeout(reading, openAfterMs, () => null);
  if (kept !== 'signed-out') readToken = kept;
  isStorageStale = kept === 'signed-out';
  if (kept === 'signed-out') return followProvider();
  if (kept && kept.uid === recall()?.uid) openRemembered();
  if (!kept || !holds(kept) || getSession().stage !== 'active') await followProvider();
}

const entered = createEvent<[person: Owner]>();

/** Told as somebody signs in on this page, before anything of theirs is sent; not when a session only goes on. */
export const onEntered = entered.subscribe;

/** Somebody signs in here: what was not heeded of them is from here on. */
export function noteEntered(person: Owner): void {
  leavers.delete(person.uid);
  entered.emit(person);
}

/** What the provider says of this person is not heeded any more, until they sign in again. */
export function noteLeaving(uid: string): void {
  leavers.add(uid);
}

/** Does something that changes who is signed in, and settles what that means. What the provider says meanwhile is part of it. */
export function settleAfter(work: () => Promise<Person | null>): Promise<void> {
  return act(async () => settle(await work()));
}

/** Nothing of anybody is shown, read or kept any more: the first part of a sign-out. */
export function closeSession(): void {
  generation += 1;
  acting += 1;
  clearTimeout(lookingAgain);
  stopPersisting();
  session = { stage: 'loading' };
  owner = null;
  readToken = null;
  notify();
  apply({ kind: 'signed-out' });
}

/** Signs out at the provider. It needs no network, but a provider that is still loading lets nobody go. */
export async function leaveProvider(uid: string): Promise<void> {
  noteLeaving(uid);
  await (await loadProvider()).leave(uid);
}

/** Looks again: is the e-mail verified by now, is there a profile, is it approved? @throws AuthError */
export function refresh(): Promise<void> {
  return settleAfter(async () => (await loadProvider()).reloadPerson());
}

/** The profile as the service has it now, after registering or after a change by its owner. */
export function takeProfile(profile: Profile): void {
  if (!('email' in session) || session.email !== profile.email) return;
  apply({ kind: 'profile-changed', profile });
  if (owner) rememberProfile(owner.uid, profile);
  put(sessionOf(session.email, profile), owner);
}
