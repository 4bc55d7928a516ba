import { queryOptions } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { readOptions } from '../../api/requestDates.ts';
import { FirmKeys, FirmSeals, SealCheck } from '../../contract/proof/proof.ts';
import type { Known } from './verify.ts';

/** What the firm's record has about a seal; needs no sign-in, and is kept nowhere. */
export function sealCheckQuery(token: string) {
  return queryOptions({
    queryKey: ['sealCheck', token],
    queryFn: async ({ signal }) =>
      checked(SealCheck, await call('sealCheck', { params: { token }, idToken: null, signal })),
    staleTime: 0,
    gcTime: 0,
  });
}

/** What checks seals without a connection: for users the keys with the list, which stay on the device, for others the keys. */
export function knownQuery(isUser: boolean) {
  return queryOptions({
    queryKey: ['firmSeals', isUser],
    queryFn: async (query): Promise<Known> =>
      isUser
        ? checked(FirmSeals, await call('firmSeals', readOptions(query)))
        : checked(FirmKeys, await call('firmKeys', { idToken: null, signal: query.signal })),
  });
}
