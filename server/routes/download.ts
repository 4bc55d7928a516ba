import type { FastifyInstance } from 'fastify';
import type { ApprovedCaller } from '../access.ts';
import { Refusal } from '../data/errors.ts';
import { deliverablesOf } from '../data/jobs/deliverables.ts';
import { jobsToExport, jobToExport, messagesToExport } from '../data/jobs/exportJobs.ts';
import { attachmentsOf } from '../data/messages/attachments.ts';
import { conversationText } from '../export/conversationText.ts';
import { jobsCsv } from '../export/jobsCsv.ts';
import { jobsXlsx } from '../export/jobsXlsx.ts';
import { archiveNames, jobZip, resultEntries } from '../export/jobZip.ts';
import type { FileAnswer } from '../files/fileAnswer.ts';
import { route } from '../http/route.ts';
import { nowSeconds, type Services } from '../services.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function zipOf(services: Services, caller: ApprovedCaller, jobId: string): Promise<FileAnswer> {
  const { db, files } = services;
  const job = await jobToExport(db, caller, jobId);
  if (!job) throw new Refusal('not-found');
  const deliverables = await deliverablesOf(db, jobId);
  const entries = [...(await attachmentsOf(db, jobId)), ...resultEntries(deliverables)];
  const names = archiveNames(entries);
  const conversation = conversationText(job, deliverables, messagesToExport(db, jobId), names);
  return {
    stream: jobZip(entries, names, (key) => files.get(key), conversation),
    contentType: 'application/zip',
    fileName: `job-${job.jobCode.replace(/[^\w-]/g, '_')}.zip`,
  };
}

export function downloadRoutes(app: FastifyInstance, services: Services): void {
  route(app, services, 'download', async ({ caller, body, db }) => {
    if (body.format === 'zip') return zipOf(services, caller, body.jobId);
    const today = new Date(services.now()).toISOString().slice(0, 10);
    if (body.format === 'xlsx') {
      const { format: _, timeZone, ...listing } = body;
      return {
        stream: jobsXlsx(jobsToExport(db, caller, listing, nowSeconds(services)), timeZone),
        contentType: xlsxType,
        fileName: `jobs-${today}.xlsx`,
      };
    }
    const { format: _, ...listing } = body;
    return {
      stream: jobsCsv(jobsToExport(db, caller, listing, nowSeconds(services))),
      contentType: 'text/csv; charset=utf-8',
      fileName: `jobs-${today}.csv`,
    };
  });
}
