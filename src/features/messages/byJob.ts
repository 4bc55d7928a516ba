import type { InboxMessage } from '../../contract/message.ts';

export type JobGroup = {
  jobId: string;
  /** The message that came first; it says what is to be known of the job. */
  first: InboxMessage;
  messages: InboxMessage[];
};

/** Messages under their jobs; a job stands where its first message stood, so the order of the list is the jobs' order. */
export function byJob(messages: readonly InboxMessage[]): JobGroup[] {
  const groups = new Map<string, JobGroup>();
  for (const message of messages) {
    const group = groups.get(message.jobId);
    if (group) group.messages.push(message);
    else groups.set(message.jobId, { jobId: message.jobId, first: message, messages: [message] });
  }
  return [...groups.values()];
}
