import { createHash, hash } from 'node:crypto';
import { addressLine } from '../../src/contract/address/addressText.ts';
import type { ResponseOf } from '../../src/contract/calls.ts';
import { dueDateText } from '../../src/contract/due/dueDates.ts';
import { givenFileName, safeFileName } from '../../src/contract/files/fileNames.ts';
import type { ReportOrder } from '../../src/contract/proof/license.ts';
import { firmName, type License, sha1States } from '../../src/contract/proof/proof.ts';
import { statementText } from '../../src/contract/proof/statement.ts';
import type { ApprovedCaller } from '../access/access.ts';
import type { Queryable } from '../data/db/db.ts';
import { readDueRules } from '../data/due/dueRules.ts';
import { addJobEvents } from '../data/events.ts';
import { type Firm, readLetterhead } from '../data/firm.ts';
import { addHistory } from '../data/jobs/history.ts';
import { fieldsOf, type JobRow } from '../data/jobs/jobRow.ts';
import { jobDetails, lockedJob } from '../data/jobs/jobs.ts';
import { addAttachments } from '../data/messages/attachments.ts';
import { type DeliveredFile, filesOfDelivery } from '../data/proof/delivery.ts';
import { firmSigner } from '../data/proof/firmKeys.ts';
import { licenseById } from '../data/proof/licenses.ts';
import { addSeal, newToken } from '../data/proof/seals.ts';
import { invalid, Refusal } from '../errors/errors.ts';
import { FileMissing, type Files, newFileKey } from '../files/files.ts';
import type { Services } from '../services/services.ts';
import { clockIn, isoDateOf } from '../time/zone.ts';
import { reportPdf } from './reportPdf.ts';

/** Reads a file once: whether it is still what was delivered, and its SHA-1. */
async function hashesOf(files: Pick<Files, 'get'>, key: string): Promise<{ sha256: string; sha1: string }> {
  const sha256 = createHash('sha256');
  const sha1 = createHash('sha1');
  for await (const chunk of (await files.get(key)) as AsyncIterable<Buffer>) {
    sha256.update(chunk);
    sha1.update(chunk);
  }
  return { sha256: sha256.digest('hex'), sha1: sha1.digest('hex') };
}

/** Returns one digest of files whatever their order; the app has the same (`src/features/check/digests.ts`). */
function digestOfFiles(hashes: readonly string[]): string {
  return hash('sha256', hashes.toSorted().join('\n'), 'buffer').toString('base64url');
}

function noHashes(error: unknown): { sha256: string; sha1: string } {
  if (!(error instanceof FileMissing)) throw error;
  return { sha256: '', sha1: '' };
}

/** Adds the SHA-1 to delivered files that have none yet. @throws Refusal `not-found` for a file that is lost, or not what it was */
async function withSha1(services: Pick<Services, 'files' | 'log'>, files: readonly DeliveredFile[]) {
  const hashed: DeliveredFile[] = [];
  for (const file of files) {
    const found = file.sha1 === '' ? await hashesOf(services.files, file.key).catch(noHashes) : file;
    if (found.sha256 !== file.sha256) {
      services.log.error({ key: file.key }, 'a delivered file is not what was stored');
      throw new Refusal('not-found');
    }
    hashed.push({ ...file, sha1: found.sha1 });
  }
  return hashed;
}

function factsOf(
  row: JobRow,
  {
    order,
    license,
    revision,
    now,
    firm,
    timeZone,
  }: {
    order: ReportOrder;
    license: License;
    revision: number;
    now: number;
    firm: Firm;
    /** The firm's, where it is known. */
    timeZone: string | undefined;
  },
) {
  const { project, address } = fieldsOf(row);
  const day = dueDateText(isoDateOf(clockIn(now, timeZone ?? 'UTC').day), now);
  return [
    ['Job', `${project} (${row.job_code})`],
    ['Address', addressLine(address)],
    ['Description', order.description],
    ['Revision', String(revision)],
    ['Sheets', order.sheets],
    ['Licensee', license.name],
    [
      'License',
      `${license.state} ${license.number}, ${license.discipline}, valid until ${dueDateText(license.expires, now)}`,
    ],
    ['Issued', `${day}${timeZone ? '' : ' (UTC)'} by ${firm.name || firmName}`],
  ] as const;
}

/**
 * Makes the signature report of a delivery (POST /signature-report), and stores it beside the files, which it does not touch. Must
 * run in a transaction; `now` in seconds.
 *
 * @throws Refusal `invalid` for a delivery without files, or a license that is gone
 */
export async function makeReport(
  db: Queryable,
  caller: ApprovedCaller,
  order: ReportOrder,
  services: Pick<Services, 'files' | 'log' | 'publicUrl'>,
  now: number,
): Promise<ResponseOf<'makeReport'>> {
  const row = await lockedJob(db, caller, order.jobId);
  const license = await licenseById(db, order.licenseId);
  if (!license) throw invalid('licenseId', 'Choose a license');
  const delivered = await filesOfDelivery(db, row.job_id, order.deliverable);
  if (delivered.length === 0)
    throw invalid('deliverable', 'Choose a deliverable with a file that hasn’t been replaced or withdrawn');
  const asksSha1 = [license.state, fieldsOf(row).address.state].some((state) => sha1States.includes(state));
  const files = asksSha1 ? await withSha1(services, delivered) : delivered;
  const signer = await firmSigner(db, now);
  const token = newToken();
  const revision = Math.max(...files.map((file) => file.revision));
  const statement = statementText({
    origin: services.publicUrl,
    token,
    keyId: signer.keyId,
    jobCode: row.job_code,
    revision,
    issued: now,
    files: digestOfFiles(files.map(({ sha256 }) => sha256)),
  });
  const firm = await readLetterhead(db);
  const timeZone = (await readDueRules(db))?.timeZone;
  const bytes = await reportPdf({
    firm,
    facts: factsOf(row, { order, license, revision, now, firm, timeZone }),
    files: files.map(({ fileName, size, sha256, sha1 }) => ({
      ...{ name: givenFileName(fileName), bytes: size, sha256 },
      sha1: asksSha1 ? sha1 : '',
    })),
    signer: `${license.name}, ${license.state} ${license.number}`,
    statement: signer.sign(statement),
    address: `${services.publicUrl}/check/${token}`,
  });
  const key = newFileKey();
  const fileName = safeFileName(`Signature report ${row.job_code} R${revision}.pdf`);
  const report = { key, fileName, contentType: 'application/pdf', size: bytes.length } as const;
  // A file that no row names in the end is removed by the check of the store.
  await services.files.put(
    key,
    (async function* () {
      yield bytes;
    })(),
  );
  const owner = { jobId: row.job_id, communicationId: null, uploadedBy: caller.email, created: now };
  await addAttachments(db, owner, [{ ...report, sha256: hash('sha256', bytes) }]);
  await addSeal(db, {
    ...{ token, jobId: row.job_id, reportKey: key, revision, created: now },
    files: files.map(({ deliverable, sha1 }) => ({ deliverable, sha1 })),
  });
  const made = { jobId: row.job_id, user: caller.email, version: row.version, created: now };
  await addHistory(db, made, [{ field: 'jobAttachmentFiles', from: '', to: fileName }]);
  await db.query('update jobs set updated = $2 where job_id = $1', [row.job_id, now]);
  await addJobEvents(db, [row.job_id], caller.email, now);
  return jobDetails(db, caller, row.job_id);
}
