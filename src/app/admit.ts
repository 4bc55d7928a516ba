import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { Session } from '../session/session.ts';
import { guard, listing } from './guard.ts';
import { safeNext } from './nextPath.ts';

/** The app is drawn only after authentication has loaded, so routes never see that stage. */
export type SettledSession = Exclude<Session, { stage: 'loading' }>;
export type Stage = SettledSession['stage'];
type At<S extends Stage> = Extract<SettledSession, { stage: S }>;

function isAt<S extends Stage>(session: SettledSession, stages: readonly S[]): session is At<S> {
  return (stages as readonly Stage[]).includes(session.stage);
}

/** What was asked for is carried along the access flow, and answered at its end. */
function goTo(target: string, location: ParsedLocation) {
  const next = safeNext((location.search as { next?: unknown }).next);
  if (target === listing) return redirect({ href: next ?? listing });
  const asked = next ?? safeNext(location.href);
  const search = asked ? `?${new URLSearchParams({ next: asked })}` : '';
  return redirect({ href: target + search });
}

/**
 * Lets a session through to the pages of the given stages, or throws the guard's redirect. What comes back has the
 * stages' type, so that a page below cannot be hung where its session does not exist.
 */
export function admit<const S extends Stage>(
  session: SettledSession,
  location: ParsedLocation,
  stages: readonly S[],
): At<S> {
  const target = guard(session, location.pathname);
  if (target) throw goTo(target, location);
  if (!isAt(session, stages)) throw redirect({ to: '/' });
  return session;
}
