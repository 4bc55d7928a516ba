import type { ResponseOf } from '../../../src/contract/calls.ts';
import type { MessageSend } from '../../../src/contract/messageForms.ts';
import { type ApprovedCaller, mustBeSelf } from '../../access.ts';
import type { StoredFile } from '../../files/upload.ts';
import type { Queryable } from '../db/db.ts';
import { pipelined } from '../db/pipelined.ts';
import { jobDetails } from '../jobs/jobs.ts';
import { addMessage } from './messages.ts';

/**
 * Sends a message of the chat (§7 `/jobs/update`). The server determines sender and addressee, whatever the request contains. Must run in
 * a transaction; `now` and `written` in seconds.
 *
 * @throws Refusal `not-found` for a job that the caller may not see, or another sender
 */
export async function sendMessage(
  db: Queryable,
  caller: ApprovedCaller,
  send: MessageSend,
  files: readonly StoredFile[],
  now: number,
  written: number | null,
): Promise<ResponseOf<'updateJob'>> {
  mustBeSelf(caller, send.jobUpdateUser);
  mustBeSelf(caller, send['evCommunication.fromUserId']);
  const { evJobId, 'evCommunication.content': content } = send;
  const [communication, job] = await pipelined(
    addMessage(db, caller, evJobId, { content, files, now, written }),
    jobDetails(db, caller, evJobId),
  );
  return { job, communication };
}
