import { type Attachment, isPdf, type JobDetails } from '../../../contract/jobs/jobDetails.ts';

/** Returns the plans to build from: the PDF that was delivered last and still counts, or else the newest that is with the job. */
export function planOf({ deliverables, attachments }: JobDetails): Attachment | undefined {
  const delivered = deliverables.filter(({ superseded, withdrawn }) => !superseded && !withdrawn);
  const own = attachments.filter(({ communicationId }) => !communicationId);
  return [...delivered.map(({ file }) => file), ...own.toReversed(), ...attachments.toReversed()].find(
    (file): file is Attachment => file !== null && isPdf(file),
  );
}
