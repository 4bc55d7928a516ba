import { call } from '../src/api/client.ts';
import type { RequestOf } from '../src/contract/calls.ts';

/** Reports what became of a push. Nothing depends on it. */
export async function reportPush(receipt: RequestOf<'pushReceipt'>): Promise<void> {
  await call('pushReceipt', { body: receipt, idToken: null }).catch(() => undefined);
}
