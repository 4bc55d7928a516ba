import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { services } from '../../src/contract/enums.ts';
import type { SampleFile } from './conversations.ts';
import { pdfSheet } from './pdf.ts';
import { engineer } from './people.ts';
import type { SeedJob } from './plan.ts';
import { pngRoofPlan } from './roofPlan.ts';

/** Creates a ZIP archive. Entries have one fixed time, so that equal entries give equal bytes. */
async function zipOf(entries: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(entries)) {
    zip.addBuffer(Buffer.from(bytes), name, { mtime: new Date(2026, 0, 5, 9) });
  }
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

function sheet({ report }: SeedJob, title: string, engineer = ''): Uint8Array<ArrayBuffer> {
  const { streetName, city, state, zipcode } = report.address;
  const asked = report.jobEVService.flatMap((entry) =>
    (entry as { evServices: (keyof typeof services)[] }).evServices.map((service) => services[service]),
  );
  return pdfSheet(
    title,
    [
      `Project: ${report.project}`,
      `Property: ${streetName}, ${city}, ${state} ${zipcode}`,
      `Job code: ${report.jobCode}`,
      ...asked.map((service) => `Service: ${service}`),
    ],
    engineer,
  );
}

/** Creates a file for a job that opens; the same job and kind give the same bytes. */
export async function sampleFile(job: SeedJob, kind: SampleFile): Promise<File> {
  const modules = 12 + (job.reportedHoursAgo % 25);
  if (kind === 'pdf') return new File([sheet(job, 'Plan set')], 'plan-set.pdf', { type: 'application/pdf' });
  if (kind === 'png') return new File([await pngRoofPlan(modules)], 'roof-plan.png', { type: 'image/png' });
  const archive = await zipOf({
    'calculations.pdf': sheet(job, 'Calculations'),
    'roof-plan.png': await pngRoofPlan(modules),
    'readme.txt': new TextEncoder().encode(`Documents for ${job.report.project}.\n`),
  });
  return new File([archive], 'documents.zip', { type: 'application/zip' });
}

/** Returns the stamped drawings. */
export function stampedFile(job: SeedJob, revision: number): File {
  const { firstName, lastName } = job.assignee ?? engineer;
  const bytes = sheet(job, `Stamped set, revision ${revision}`, `${firstName} ${lastName}`);
  return new File([bytes], 'stamped-set.pdf', { type: 'application/pdf' });
}
