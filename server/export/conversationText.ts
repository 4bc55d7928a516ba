import { isStaff, jobStatuses } from '../../src/contract/enums.ts';
import type { Job } from '../../src/contract/job.ts';
import type { Deliverable } from '../../src/contract/jobDetails.ts';
import { asOneLine, quotedLines } from '../../src/contract/lines.ts';
import type { ExportedMessage } from '../data/jobs/exportJobs.ts';
import { addressLine, deliverableWords, servicesLine } from '../jobWords.ts';

/** `2026-11-21 10:42 UTC` */
function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function heading(job: Job): string {
  const { project, jobCode, address, jobEVService, status, jobReporterDetails, reporter } = job;
  return [
    project,
    `Job ${jobCode}: ${jobStatuses[status]}`,
    addressLine(address),
    servicesLine(jobEVService),
    `Submitted by ${[reporter, jobReporterDetails.company].filter(Boolean).join(', ')}, on ${utc(job.createdTimestamp)}`,
    ...(job.assignedToName ? [`Assigned to ${job.assignedToName}`] : []),
  ]
    .map(asOneLine)
    .join('\n');
}

/** What was delivered, oldest first, shipments without a file included: an archive has nothing else of them. */
function resultsText(deliverables: readonly Deliverable[], fileNames: ReadonlyMap<string, string>): string {
  const lines = deliverables.toReversed().map((deliverable) => {
    const { file, revision, superseded, addedByName, createdTimestamp, note } = deliverable;
    const names = file ? [fileNames.get(file.key) ?? file.fileName] : [];
    const words = deliverableWords(deliverable, names, revision);
    const about = [words, addedByName, utc(createdTimestamp), ...(superseded ? ['superseded'] : [])].join(
      ', ',
    );
    return note === '' ? asOneLine(about) : `${asOneLine(about)}\n${quotedLines(note)}`;
  });
  return ['--- Deliverables', ...lines].join('\n');
}

/** "From Acme to EV" or "EV to Acme" (§2), who, when; then the text, quoted, and the names of the files in the archive. */
function messageText(
  message: ExportedMessage,
  company: string,
  fileNames: ReadonlyMap<string, string>,
): string {
  const { createdTimestamp, fromUserType, fromUserName, content, fileKeys } = message;
  const direction = isStaff(fromUserType) ? `EV to ${company}` : `From ${company} to EV`;
  const files = fileKeys.map((key) => `[file: ${fileNames.get(key) ?? key}]`);
  const head = asOneLine(`--- ${direction}, ${fromUserName}, ${utc(createdTimestamp)}`);
  return [head, quotedLines(content), ...files].join('\n');
}

/**
 * A job's conversation, oldest first, in plain text; above it, what was delivered.
 *
 * @param fileNames attachment key → its name in the archive
 */
export async function* conversationText(
  job: Job,
  deliverables: readonly Deliverable[],
  messages: AsyncIterable<ExportedMessage>,
  fileNames: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  yield `${heading(job)}\n`;
  if (deliverables.length > 0) yield `\n${resultsText(deliverables, fileNames)}\n`;
  let none = true;
  for await (const message of messages) {
    none = false;
    yield `\n${messageText(message, job.jobReporterDetails.company || 'client', fileNames)}\n`;
  }
  if (none) yield '\nNo messages.\n';
}
