import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { SavedReply } from '../contract/savedReplies.ts';
import { checked } from './checked.ts';
import { call } from './client.ts';
import { keys } from './queries.ts';
import { readOptions } from './requestDates.ts';

const SavedReplies = v.array(SavedReply);

/** The saved replies of the firm, and the user's own (staff). */
export function savedRepliesQuery() {
  return queryOptions({
    queryKey: keys.savedReplies(),
    queryFn: async (query) => checked(SavedReplies, await call('savedReplies', readOptions(query))),
  });
}
