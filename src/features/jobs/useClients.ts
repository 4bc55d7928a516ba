import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { profilesQuery } from '../../api/queries.ts';
import type { Profile } from '../../contract/user.ts';

/** Clients to suggest where staff name one: the first page of them, or those that begin with `text`. */
export function useClients(enabled: boolean, text = ''): readonly Profile[] {
  const { data } = useInfiniteQuery({
    ...profilesQuery({ category: 'clients', ...(text ? { text } : {}) }),
    enabled,
    staleTime: 5 * 60_000,
  });
  return data?.pages[0]?.items ?? [];
}

/** The client whose e-mail is being typed, once it is all there. */
export function useClient(typedEmail: string): Profile | undefined {
  const email = useDeferredValue(typedEmail.trim().toLowerCase());
  const clients = useClients(email.length > 1, email);
  return clients.find((client) => client.email === email);
}
