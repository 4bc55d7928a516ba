import { expect, onTestFinished, test } from 'vitest';
import { openPlan } from '../../src/features/plans/open/openPlan.ts';
import { bytesSource } from '../support/files/bytesSource.ts';
import { scanPdf } from '../support/files/scanPdf.ts';
import { openApp } from './support/openApp.ts';
import { paceOfIntervals } from './support/paceOfIntervals.ts';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a page that is left while workers are busy with it says nothing of the next one, which is drawn by others', async () => {
  await openApp('employee', '/jobs/listing/all');
  const pace = paceOfIntervals();
  onTestFinished(pace.stop);
  const bytes = await scanPdf([
    { sheet: 'A0', dpi: 600, coding: 'fax, group 4' },
    { sheet: 'ARCH A', dpi: 150, coding: 'fax, group 4' },
  ]);
  const source = bytesSource(() => {
    pace.at(1);
    return Uint8Array.from(bytes);
  });
  const plan = await openPlan(source);
  onTestFinished(() => plan.close());
  const isLeft = new AbortController();
  const whole = { box: { x: 0, y: 0, width: 600, height: 800 }, scale: 0.25, priority: 'page' } as const;
  const left = plan.draw(1, { ...whole, signal: isLeft.signal });
  await wait(1_000);
  isLeft.abort(new DOMException('Another page is shown.', 'AbortError'));
  await expect(left).rejects.toThrow('Another page is shown.');
  // The workers are busy for some seconds; a minute takes one.
  pace.at(60);
  const [canvas] = await Promise.all([plan.draw(2, whole), plan.sizeOf(2)]);
  expect([canvas.width, canvas.height]).toEqual([150, 200]);
});
