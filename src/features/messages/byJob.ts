import type { InboxMessage } from '../../contract/messages/message.ts';

export type JobGroup = {
  jobId: string;
  /** The first message; it carries what is shown of the job. */
  first: InboxMessage;
  messages: InboxMessage[];
};

/** Groups messages by job. The jobs are in the order of their first messages. */
export function byJob(messages: readonly InboxMessage[]): JobGroup[] {
  const groups = new Map<string, JobGroup>();
  for (const message of messages) {
    const group = groups.get(message.jobId);
    if (group) group.messages.push(message);
    else groups.set(message.jobId, { jobId: message.jobId, first: message, messages: [message] });
  }
  return [...groups.values()];
}
