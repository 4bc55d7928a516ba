import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { Session } from '../session/session.ts';
import { safeNext } from './authSearch.ts';

/** The app renders routes only once authentication has loaded, so that they never see that stage. */
export type SettledSession = Exclude<Session, { stage: 'loading' }>;
export type Stage = SettledSession['stage'];

const listing = '/jobs/listing/all';

/** Where a user of each stage goes on (§2). */
const home: Readonly<Record<Stage, string>> = {
  'signed-out': '/auth/signin',
  unverified: '/auth/not-verified',
  'no-profile': '/auth/user-info',
  unapproved: '/auth/not-approved',
  active: listing,
};

/**
 * The routing guard of §2. Which stages a page admits is written at the page, in the route tree.
 *
 * @returns where to go instead; undefined to stay
 */
function guard(stage: Stage, admitted: readonly Stage[]): string | undefined {
  return admitted.includes(stage) ? undefined : home[stage];
}

/** Carries the page that was asked for along the access flow, and answers with it at its end. */
function goTo(target: string, location: ParsedLocation) {
  const next = safeNext((location.search as { next?: unknown }).next);
  if (target === listing) return redirect({ href: next ?? listing });
  const asked = next ?? safeNext(location.href);
  const search = asked ? `?${new URLSearchParams({ next: asked })}` : '';
  return redirect({ href: target + search });
}

function isAt<S extends SettledSession, const T extends S['stage']>(
  session: S,
  stages: readonly T[],
): session is Extract<S, { stage: T }> {
  return (stages as readonly Stage[]).includes(session.stage);
}

/**
 * Returns the session if it is at one of the stages, else throws the redirect. The result has the type of those stages, and only
 * stages that the route above admits can be named: a page cannot be hung where its session does not exist.
 */
export function admit<S extends SettledSession, const T extends S['stage']>(
  session: S,
  location: ParsedLocation,
  stages: readonly T[],
): Extract<S, { stage: T }> {
  if (isAt(session, stages)) return session;
  throw goTo(guard(session.stage, stages) ?? '/', location);
}
