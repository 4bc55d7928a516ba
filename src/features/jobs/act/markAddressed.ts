import { queryClient } from '../../../api/queries.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { counted } from '../../../format/counted.ts';
import { conversationQuery } from '../../../outbox/queries/conversationQuery.ts';
import { setMessageStatus } from '../../../outbox/sends/sendMessages.ts';
import { getOwner } from '../../../session/session.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError, toastFailure } from '../../../ui/feedback/toastError.ts';

async function setAll(messages: readonly Message[], status: Message['status']): Promise<void> {
  for (const { communicationId, jobId } of messages)
    await setMessageStatus(getOwner(), { communicationId, jobId, status });
}

/**
 * Marks the new messages of clients as addressed, of each job those that are known now; can be undone.
 *
 * @param onDone called once they are marked
 */
export async function markAddressed(jobs: readonly Pick<Job, 'jobId'>[], onDone: () => void): Promise<void> {
  try {
    const conversations = await Promise.all(
      jobs.map(({ jobId }) => queryClient.fetchQuery(conversationQuery(jobId))),
    );
    const open = conversations
      .flat()
      .filter(({ status, fromUserType }) => status === 'NEW' && !isStaff(fromUserType));
    await setAll(open, 'ADDRESSED');
    onDone();
    const text =
      open.length > 0 ? `${counted(open.length, 'message')} marked as addressed.` : 'No new messages.';
    toast(text, {
      tone: 'good',
      ...(open.length > 0 && {
        action: { label: 'Undo', run: () => void setAll(open, 'NEW').catch(toastError) },
      }),
    });
  } catch (error) {
    toastFailure('mark the messages', error, () => void markAddressed(jobs, onDone));
  }
}
