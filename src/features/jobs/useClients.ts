import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { profilesQuery } from '../../api/queries.ts';
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

/** Returns the client whose email was typed, once it is complete. */
export function useClient(typedEmail: string): Profile | undefined {
  const email = useDeferredValue(typedEmail.trim().toLowerCase());
  const clients = useClients(email.length > 1, email);
  return clients?.find((client) => client.email === email);
}
