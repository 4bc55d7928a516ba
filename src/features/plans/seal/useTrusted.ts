import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { issuersQuery } from '../../../api/issuersQuery.ts';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Returns the certificates that the firm trusts: null where this device cannot have them, undefined until that is known. */
export function useTrusted(isWanted: boolean): Uint8Array[] | null | undefined {
  const { data, isError, fetchStatus } = useQuery({ ...issuersQuery(), enabled: isWanted });
  const trusted = useMemo(() => data?.map(({ certificate }) => bytesOf(certificate)), [data]);
  return trusted ?? (isError || fetchStatus === 'paused' ? null : undefined);
}
