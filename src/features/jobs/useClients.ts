import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import * as v from 'valibot';
import { profilesQuery } from '../../api/queries.ts';
import { jobReporter } from '../../contract/fields.ts';
import type { Profile } from '../../contract/users/user.ts';

/** Returns clients to suggest: the first page of all, or of those that begin with `text`; undefined until it is loaded. */
export function useClients(enabled: boolean, text = ''): readonly Profile[] | undefined {
  const { data } = useInfiniteQuery({
    ...profilesQuery({ category: 'clients', ...(text ? { text } : {}) }),
    enabled,
    staleTime: 5 * 60_000,
  });
  return data?.pages[0]?.items;
}

/** The client whose email was typed. `isNew`: the email is complete, and known to be that of no client. */
type TypedClient = { client: Profile | undefined; isNew: boolean };

/** Returns the client whose email was typed, once it is complete. */
export function useClient(typedEmail: string): TypedClient {
  const complete = v.safeParse(jobReporter, typedEmail);
  const now = complete.success ? complete.output : typedEmail.trim().toLowerCase();
  const email = useDeferredValue(now);
  const clients = useClients(email.length > 1, email);
  const client = clients?.find((one) => one.email === email);
  // Only of what stands in the field now: who is invited by it was named on the screen.
  return { client, isNew: clients !== undefined && !client && email === now && complete.success };
}
