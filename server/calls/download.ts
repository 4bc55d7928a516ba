import type { ApprovedCaller } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { deliverablesOf } from '../data/jobs/deliverables.ts';
import { jobsToExport, jobToExport, messagesToExport, newestSequence } from '../data/jobs/exportJobs.ts';
import { attachmentsOf } from '../data/messages/attachments.ts';
import { Refusal } from '../errors/errors.ts';
import { conversationText } from '../export/conversationText.ts';
import { jobsCsv } from '../export/jobsCsv.ts';
import { jobsXlsx } from '../export/jobsXlsx.ts';
import { archiveNames, jobZip, resultEntries } from '../export/jobZip.ts';
import type { FileResponse } from '../files/fileResponse.ts';
import type { Files } from '../files/files.ts';
import type { CallHandler } from '../http/callRow.ts';
import { clockIn, isoDateOf } from '../time/zone.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function zipOf(
  { db, files }: { db: Queryable; files: Files },
  caller: ApprovedCaller,
  jobId: string,
): Promise<FileResponse> {
  const job = await jobToExport(db, caller, jobId);
  if (!job) throw new Refusal('not-found');
  // Before the files: what is written while they are sent, which takes minutes, may have some that the archive lacks.
  const newest = await newestSequence(db, jobId);
  const deliverables = await deliverablesOf(db, caller, jobId);
  const entries = [...(await attachmentsOf(db, jobId)), ...resultEntries(deliverables)];
  const names = archiveNames(entries);
  const conversation = conversationText(job, deliverables, messagesToExport(db, jobId, newest), names);
  return {
    stream: jobZip(entries, names, (key) => files.get(key), conversation),
    contentType: 'application/zip',
    fileName: `job-${job.jobCode.replace(/[^\w-]/g, '_')}.zip`,
  };
}

export const download: CallHandler<'download'> = async ({ caller, body, db, now, services }) => {
  if (body.format === 'zip') return zipOf({ db, files: services.files }, caller, body.jobId);
  const dayIn = (timeZone: string) => isoDateOf(clockIn(now, timeZone).day);
  if (body.format === 'xlsx') {
    const { format: _, timeZone, ...listing } = body;
    return {
      stream: jobsXlsx(jobsToExport(db, caller, listing, now), timeZone),
      contentType: xlsxType,
      fileName: `jobs-${dayIn(timeZone)}.xlsx`,
    };
  }
  const { format: _, ...listing } = body;
  return {
    stream: jobsCsv(jobsToExport(db, caller, listing, now)),
    contentType: 'text/csv; charset=utf-8',
    fileName: `jobs-${dayIn('UTC')}.csv`,
  };
};
