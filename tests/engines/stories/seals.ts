import { equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { prepareZXingModule } from 'zxing-wasm/reader';
import { openCompared } from '../../../server/previews/openCompared.ts';
import { parseStatement } from '../../../src/contract/proof/statement.ts';
import { readPixels } from '../../../src/features/check/readPixels.ts';
import { people } from '../../support/seals/people.ts';
import { SealedPdf } from '../../support/seals/SealedPdf.ts';
import type { Story } from '../story.ts';

const reader = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
const page = { box: { x: 0, y: 0, width: 612, height: 792 }, scale: 3 };

/** Returns the picture of a printed report, and what its code states. */
async function printed(report: Buffer): Promise<{ picture: Buffer; statement: string }> {
  const opened = await openCompared(report);
  const { pixels } = await opened.draw(1, page, new AbortController().signal);
  await opened.close();
  const { width, height } = pixels;
  const canvas = createCanvas(width, height);
  const ink = canvas.getContext('2d');
  ink.putImageData(new ImageData(new Uint8ClampedArray(pixels.data), width, height), 0, 0);
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(reader).buffer as ArrayBuffer } });
  const statement = await readPixels(() => ink.getImageData(0, 0, width, height) as never);
  return { picture: await canvas.encode('png'), statement: statement ?? '' };
}

/** A visitor checks a sheet by the address of its report, by the file and by a photo of the code; the client sees who signed the plan. */
export const seals: Story = async ({ user, job, office }) => {
  const bytes = SealedPdf.make().sign({ signer: people.ada }).bytes;
  const name = 'S-101 roof.pdf';
  const { file, report } = await office.deliver(
    job.jobId,
    new File([new Uint8Array(bytes)], name, { type: 'application/pdf' }),
  );
  const { picture, statement } = await printed(await office.bytesOf(report.link));
  const read = parseStatement(statement);
  ok(read, `the code of the report is a seal: ${statement}`);
  const folder = await mkdtemp(join(tmpdir(), 'ev-jobs-seals-'));
  const [same, changed, photo] = ['S-101 roof.pdf', 'S-101 changed.pdf', 'report.png'].map((one) =>
    join(folder, one),
  ) as [string, string, string];
  const other = Buffer.from(bytes);
  equal(other.write('W12x16', other.indexOf('W12x26'), 'latin1'), 6);
  await Promise.all([writeFile(same, bytes), writeFile(changed, other), writeFile(photo, picture)]);
  try {
    await user.goTo(`/check/${read.token}`);
    await user.seesPage('Check a seal');
    await user.seesText('Revision 1 is current');
    await user.picture('current');
    const files = 'input[type=file][multiple]';
    await user.window.setFiles(files, [same]);
    await user.seesText('Byte for byte what the seal was issued for, and current.');
    await user.seesText('nothing was changed since');
    await user.window.setFiles(files, [changed]);
    await user.seesText('Differs');
    await user.seesText('This isn’t what was signed.');
    await user.picture('compared');
    // The firm's own address is in the code, and this browser is at that of a proxy.
    await user.window.setFiles('input[accept*="webp"]:not([multiple])', [photo]);
    await user.seesText('Another firm’s seal');

    await user.signIn('client@ev.test', 'stamped-2026');
    await user.goTo(`/plans/${job.jobId}/${file.key}`);
    await user.seesText('It isn’t proven that Ada');
    await user.press('Details');
    await user.seesText('Nothing was sent anywhere.');
    await user.picture('signature');
  } finally {
    await rm(folder, { recursive: true });
  }
};
