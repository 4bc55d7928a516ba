import { defaultStringifySearch, type ParsedLocation, redirect } from '@tanstack/react-router';
import { mine } from '../features/jobs/filters/jobListSearch.ts';
import type { Session } from '../session/session.ts';
import { safeNext } from './authSearch.ts';

/** The app renders routes only once authentication has loaded, so that they never see that stage. */
export type SettledSession = Exclude<Session, { stage: 'loading' }>;
export type Stage = SettledSession['stage'];

const listing = '/jobs/listing/all';

/** The page that a user of each stage is sent to (§2). */
const home: Readonly<Record<Stage, string>> = {
  'signed-out': '/auth/signin',
  unverified: '/auth/not-verified',
  'no-profile': '/auth/user-info',
  unapproved: '/auth/not-approved',
  active: listing,
};

/**
 * The routing guard of §2. The route tree says at each page which stages it admits.
 *
 * @returns the page to redirect to; undefined to stay
 */
function guard(stage: Stage, admitted: readonly Stage[]): string | undefined {
  return admitted.includes(stage) ? undefined : home[stage];
}

/** Returns the first view of the listing: employees see their own jobs. */
function listingOf(session: SettledSession): string {
  const isEmployee = session.stage === 'active' && session.profile.userType === 'EMPLOYEE';
  return isEmployee ? listing + defaultStringifySearch(mine) : listing;
}

/** Returns a redirect that carries the requested page along the access flow, and leads to it at the end. */
function goTo(session: SettledSession, target: string, location: ParsedLocation) {
  const next = safeNext((location.search as { next?: unknown }).next);
  if (target === listing) return redirect({ href: next ?? listingOf(session) });
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
 * stages that the parent route permits can be named: a page cannot be placed where its session does not exist.
 */
export function requireStage<S extends SettledSession, const T extends S['stage']>(
  session: S,
  location: ParsedLocation,
  stages: readonly T[],
): Extract<S, { stage: T }> {
  if (isAt(session, stages)) return session;
  throw goTo(session, guard(session.stage, stages) ?? '/', location);
}
