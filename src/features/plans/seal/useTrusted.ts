import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fromBase64 } from '../../../api/bytes.ts';
import { issuersQuery } from '../../../api/issuersQuery.ts';

/** Returns the certificates that the firm trusts: null where this device cannot have them, undefined until that is known. */
export function useTrusted(isWanted: boolean): Uint8Array[] | null | undefined {
  const { data, isError, fetchStatus } = useQuery({ ...issuersQuery(), enabled: isWanted });
  const trusted = useMemo(() => data?.map(({ certificate }) => fromBase64(certificate)), [data]);
  return trusted ?? (isError || fetchStatus === 'paused' ? null : undefined);
}
