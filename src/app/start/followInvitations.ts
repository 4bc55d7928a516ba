import type { RegisteredRouter } from '@tanstack/react-router';
import { invitationQuery } from '../../api/invitationQuery.ts';
import { queryClient } from '../../api/queries.ts';
import type { ResponseOf } from '../../contract/calls.ts';
import { endedInvitation } from '../../format/endedInvitation.ts';
import { getSession, onSessionChange } from '../../session/session.ts';
import { toast } from '../../ui/feedback/toast.ts';

/** Returns the token in the link of an invitation; null for any other address. */
function tokenIn(address: string): string | null {
  const { pathname, searchParams } = new URL(address, location.origin);
  return pathname === '/auth/signup' ? searchParams.get('invitation') : null;
}

/** Returns why a signed-in user cannot accept an invitation; undefined for their own, and for one that they may have used. */
function whyNot(found: ResponseOf<'invitationByToken'>, email: string): string | undefined {
  if (!found) return endedInvitation.UNKNOWN;
  if ('ended' in found) return found.ended === 'USED' ? undefined : endedInvitation[found.ended];
  return found.email === email
    ? undefined
    : `You’re signed in as ${email}. To accept this invitation, sign out first.`;
}

async function tell(token: string, email: string): Promise<void> {
  const text = whyNot(await queryClient.fetchQuery(invitationQuery(token)), email);
  if (text) toast(text, { lasts: true });
}

/** Says so when a signed-in user opens the link of an invitation, from which the guard leads them to their own page. Called once. */
export function followInvitations(router: RegisteredRouter): void {
  const [loaded] = performance.getEntriesByType('navigation');
  let token = loaded ? tokenIn(loaded.name) : null;
  const check = () => {
    const session = getSession();
    if (token === null || session.stage === 'loading') return;
    // Without a connection nothing is known of it.
    if ('email' in session) tell(token, session.email).catch(() => undefined);
    token = null;
  };
  onSessionChange(check);
  router.subscribe('onBeforeNavigate', ({ toLocation }) => {
    token = tokenIn(toLocation.href) ?? token;
    check();
  });
  check();
}
