import { infiniteQueryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { foreignError } from '../../api/ApiError.ts';
import { call } from '../../api/client.ts';
import { readOptions } from '../../api/requestDates.ts';
import { SentInvitation } from '../../contract/users/invitation.ts';

const Items = v.array(SentInvitation);
const successStatus = 200;

/** The invitations that were sent (staff), newest first, page by page. */
export function invitationsQuery() {
  return infiniteQueryOptions({
    queryKey: ['invitations'],
    queryFn: async ({ pageParam, ...query }) => {
      const page = await call('invitations', {
        body: pageParam === null ? {} : { startAfter: pageParam },
        ...readOptions(query),
      });
      // `call` does not check them.
      if (!v.is(Items, page.items)) throw foreignError(successStatus);
      return page;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.startAfter ?? undefined,
  });
}
