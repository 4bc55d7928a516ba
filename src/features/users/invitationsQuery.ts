import { infiniteQueryOptions } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { readOptions } from '../../api/requestDates.ts';
import { page } from '../../contract/page.ts';
import { SentInvitation } from '../../contract/users/invitation.ts';

const Sent = page(SentInvitation);

/** The invitations that were sent (staff), newest first, page by page. */
export function invitationsQuery() {
  return infiniteQueryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ pageParam, ...query }) => {
      const body = pageParam === null ? {} : { startAfter: pageParam };
      return checked(Sent, await call('invitations', { body, ...readOptions(query) }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ startAfter }) => startAfter ?? undefined,
  });
}
