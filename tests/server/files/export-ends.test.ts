import { expect, test } from 'vitest';
import { isComplete } from '../../../src/api/downloads.ts';
import { samples } from '../../support/files/sampleFiles.ts';
import { newJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

onOneDatabase('an export', (start) => {
  test('has the end by which the app tells that it arrived whole, in every format', async () => {
    const server = await start();
    const { jobId } = await newJob(server, {}, { files: [samples.pdf] });
    for (const body of [
      { format: 'zip', jobId },
      { format: 'xlsx', timeZone: 'America/New_York' },
      { format: 'csv' },
    ] as const) {
      const { bytes, response } = await server.call('download', { as: 'employee', body });
      const file = (part: Buffer) =>
        new Blob([new Uint8Array(part)], { type: String(response.headers['content-type']) });
      expect(await isComplete(file(bytes)), body.format).toBe(true);
      expect(await isComplete(file(bytes.subarray(0, -1))), body.format).toBe(false);
    }
  });
});
