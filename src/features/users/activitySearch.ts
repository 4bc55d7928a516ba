import type { AuditedAction } from '../../contract/people.ts';

/** `/users/activity?what=erase&who=ada@example.com`. */
export type ActivitySearch = { what?: AuditedAction; who?: string };

/** Which actions there are is known to the page, which is loaded when it is needed. */
export function validateActivitySearch({ what, who }: Record<string, unknown>): ActivitySearch {
  return {
    ...(typeof what === 'string' && what !== '' && { what: what as AuditedAction }),
    ...(typeof who === 'string' && who !== '' && { who: who.slice(0, 254) }),
  };
}
