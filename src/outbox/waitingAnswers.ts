import type { Attachment } from '../contract/jobs/jobDetails.ts';
import type { OutboxRecord, RecordOf } from './records/record.ts';

/** A message with photos for a shot that has not arrived yet, as far as this device knows. */
export type WaitingAnswer = RecordOf<'message'> & { payload: { shot: string } };

/**
 * Returns the queued answers to the shots of a job, the newest first, without those whose files the job shows already, by their
 * stamped names.
 */
export function waitingAnswers(
  { jobId, attachments }: { jobId: string; attachments: readonly Attachment[] },
  records: readonly OutboxRecord[],
): WaitingAnswer[] {
  const here = new Set(attachments.map(({ fileName }) => fileName));
  return records
    .filter(
      (record): record is WaitingAnswer =>
        record.kind === 'message' && record.jobId === jobId && record.payload.shot !== undefined,
    )
    .filter(({ files }) => !files.some(({ name }) => here.has(name)))
    .toReversed();
}
