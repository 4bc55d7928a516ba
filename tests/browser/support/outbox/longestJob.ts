import sharp from 'sharp';
import { services } from '../../../../src/contract/enums.ts';
import type { Office, OpenJob } from './office.ts';

/** Creates a photo of one color. */
export async function photo(name: string, background: string): Promise<File> {
  const bytes = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg' });
}

/**
 * Creates a job with more of everything than two printed pages hold: 50 photos with long names, each service three times, long texts.
 *
 * @param end of its name
 */
export async function newLongestJob(office: Office, end = 'end'): Promise<OpenJob> {
  const job = await office.newJob(`${'Very long project name '.repeat(6)}${end}`, 0);
  await office.change(job.jobId, {
    jobDescription: 'Replace the service entrance and review the roof. '.repeat(190),
    referenceLinks: Array.from({ length: 30 }, (_, n) => `https://files.example/reference/${n}`).join('\n'),
    jobServiceUpdate: (['STAMP', 'RE_STAMP', 'OTHER'] as const).map((category) => ({
      category,
      evServices: Object.keys(services) as (keyof typeof services)[],
    })),
    jobDeliveryMode: 'WET_STAMPS',
    copiesNumber: 12,
    deliveryAddress: { streetName: '4 Long Wharf', city: 'Boston', state: 'MA', zipcode: '02110' },
  });
  for (let n = 0; n < 5; n += 1) {
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, m) => photo(`photo ${n}${m} ${'of the attic '.repeat(12)}.jpg`, '#888')),
    );
    await office.say(job.jobId, `Photos, part ${n}`, { files });
  }
  return job;
}
