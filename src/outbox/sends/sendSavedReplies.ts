import type { SentDraft } from '../records/draftRows.ts';
import type { Owner } from '../records/enqueue.ts';
import type { RecordOf } from '../records/record.ts';
import { sendSaved } from './sendSaved.ts';

/** Saves a saved reply (staff). @throws as `sendSaved` */
export async function saveReply(
  sender: Owner | null,
  payload: RecordOf<'savedReply'>['payload'],
  files: readonly File[] = [],
  sent?: SentDraft,
): Promise<void> {
  await sendSaved(sender, { kind: 'savedReply', payload }, files, sent);
}
