import { queryClient } from '../../api/queries.ts';
import { mayFetchUnasked } from '../../device/connectionCost.ts';
import { knownQuery } from './checkQueries.ts';
import { qrReaderFile } from './qrReaderFile.ts';

/** Fetches what checks seals without a connection: keys and list, and, where nobody pays for it, the reader of QR codes. */
export async function keepChecks(): Promise<void> {
  await queryClient.prefetchQuery(knownQuery(true));
  if (mayFetchUnasked()) await qrReaderFile().catch(() => undefined);
}
