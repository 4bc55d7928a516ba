import type { AuditedAction } from '../../contract/audit.ts';

/** `/users/listing/{category}?q=ada`: users whose name, company or email starts with it. */
type UsersSearch = { q?: string };

export function validateUsersSearch({ q }: Record<string, unknown>): UsersSearch {
  // A router reads `?q=12` as a number.
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, 200) : '';
  return text ? { q: text } : {};
}

/** `/users/invite?role=EMPLOYEE`: what the people to invite are, until the form says otherwise. */
export type InviteSearch = { role?: 'EMPLOYEE' | 'ADMIN' };

export function validateInviteSearch({ role }: Record<string, unknown>): InviteSearch {
  return role === 'EMPLOYEE' || role === 'ADMIN' ? { role } : {};
}

/** `/users/activity?what=erase&who=ada@example.com`. */
export type ActivitySearch = { what?: AuditedAction; who?: string };

/** Does not check that the action exists: that would load the list of actions with the first chunk. */
export function validateActivitySearch({ what, who }: Record<string, unknown>): ActivitySearch {
  return {
    ...(typeof what === 'string' && what !== '' && { what: what as AuditedAction }),
    ...(typeof who === 'string' && who !== '' && { who: who.slice(0, 254) }),
  };
}
