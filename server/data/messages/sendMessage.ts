import type { ResponseOf } from '../../../src/contract/calls.ts';
import type { MessageSend } from '../../../src/contract/messages/messageForms.ts';
import { type ApprovedCaller, mayAskForShots, mustBeSelf } from '../../access/access.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Choice } from '../choice.ts';
import type { Queryable } from '../db/db.ts';
import { jobDetails } from '../jobs/jobs.ts';
import type { StoredFile } from '../storedFile.ts';
import { addMessage } from './addMessage.ts';
import { markAddressed } from './marks.ts';

type Sending = {
  /** Seconds. */
  now: number;
  written: number | null;
  /** The choice that the marks are. */
  choice: Choice;
  /** The idempotency key that it was sent under. */
  key?: string | null;
  /** The text of the email of which the message shows a part. */
  whole?: string | null;
};

/**
 * Sends a message of the chat (§7 `/jobs/update`), and marks those that it answers. The server determines sender and addressee, whatever
 * the request contains. Must run in a transaction.
 *
 * @throws Refusal `not-found` for a job that the caller may not see, another sender, or a message that they may not mark; `forbidden` for
 *   a client who asks for shots
 */
export async function sendMessage(
  db: Queryable,
  caller: ApprovedCaller,
  send: MessageSend,
  files: readonly StoredFile[],
  { now, written, choice, key = null, whole = null }: Sending,
): Promise<ResponseOf<'updateJob'>> {
  mustBeSelf(caller, send.jobUpdateUser);
  mustBeSelf(caller, send['evCommunication.fromUserId']);
  const {
    evJobId,
    'evCommunication.content': content,
    'evCommunication.shot': shotId = null,
    'evCommunication.asks': asks = null,
    'evCommunication.addressed': addressed,
  } = send;
  if (asks && !mayAskForShots(caller)) throw new Refusal('forbidden');
  const message = { content, shotId, asks, whole, key, files, now, written };
  const communication = await addMessage(db, caller, evJobId, message);
  const marked = addressed && (await markAddressed(db, caller, evJobId, addressed, choice, now));
  const job = await jobDetails(db, caller, evJobId);
  return { job, communication, ...(marked && { addressed: marked }) };
}
