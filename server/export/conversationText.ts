import { addressLine } from '../../src/contract/address/addressText.ts';
import { jobStatuses } from '../../src/contract/enums.ts';
import type { Job } from '../../src/contract/jobs/job.ts';
import type { Deliverable } from '../../src/contract/jobs/jobDetails.ts';
import { servicesText } from '../../src/contract/jobs/servicesText.ts';
import { asOneLine, quotedLines } from '../../src/contract/lines.ts';
import { lateWrittenTime } from '../../src/contract/writtenTime.ts';
import { isOfFirm } from '../access/access.ts';
import type { ExportedMessage } from '../data/jobs/exportJobs.ts';
import { deliverableText } from '../data/jobs/historyText.ts';

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
    servicesText(jobEVService),
    `Submitted by ${[reporter, jobReporterDetails.company].filter(Boolean).join(', ')}, on ${utc(job.createdTimestamp)}`,
    ...(job.due ? [`Due on ${job.due.date}`] : []),
    ...(job.assignedToName ? [`Assigned to ${job.assignedToName}`] : []),
  ]
    .map(asOneLine)
    .join('\n');
}

/** Lists the deliverables, oldest first, including shipments without a file, which have no other trace in the archive. */
function resultsText(deliverables: readonly Deliverable[], fileNames: ReadonlyMap<string, string>): string {
  const oldestFirst = deliverables.toSorted((a, b) => a.createdTimestamp - b.createdTimestamp);
  const lines = oldestFirst.map((deliverable) => {
    const { file, revision, superseded, withdrawn, addedByName, createdTimestamp, note } = deliverable;
    const name = file ? (fileNames.get(file.key) ?? file.fileName) : withdrawn?.fileName;
    const about = [
      deliverableText(deliverable, name ? [name] : [], revision),
      addedByName,
      utc(createdTimestamp),
      ...(superseded ? ['superseded'] : []),
      ...(withdrawn ? [`withdrawn on ${utc(withdrawn.timestamp)}: ${withdrawn.reason}`] : []),
    ].join(', ');
    return note === '' ? asOneLine(about) : `${asOneLine(about)}\n${quotedLines(note)}`;
  });
  return ['--- Deliverables', ...lines].join('\n');
}

/**
 * Formats a message: "From Acme to EV" or "EV to Acme" (§2), sender and time, or both times of a message that was sent late; the quoted
 * text; and the names of its files in the archive.
 */
function messageText(
  message: ExportedMessage,
  company: string,
  fileNames: ReadonlyMap<string, string>,
): string {
  const { createdTimestamp, fromUserType, fromUserName, content, fileKeys } = message;
  const written = lateWrittenTime(message);
  const sent = utc(createdTimestamp);
  const time = written === null ? sent : `written ${utc(written)}, sent ${sent}`;
  const direction = isOfFirm({ userType: fromUserType }) ? `EV to ${company}` : `From ${company} to EV`;
  const files = fileKeys.map((key) => `[file: ${fileNames.get(key) ?? key}]`);
  const head = asOneLine(`--- ${direction}, ${fromUserName}, ${time}`);
  return [head, quotedLines(content), ...files].join('\n');
}

/**
 * Yields a job's heading, deliverables and conversation, oldest first, as plain text.
 *
 * @param fileNames names in the archive by attachment key
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
