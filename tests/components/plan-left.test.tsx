import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../../src/api/ApiError.ts';
import { openPlan } from '../../src/features/plans/open/openPlan.ts';
import { bytesSource } from '../support/files/bytesSource.ts';
import { scanPdf } from '../support/files/scanPdf.ts';
import { openApp } from './support/openApp.ts';
import { paceOfIntervals } from './support/paceOfIntervals.ts';

const whole = { box: { x: 0, y: 0, width: 600, height: 800 }, scale: 0.25, priority: 'page' } as const;
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
  const left = plan.draw(1, { ...whole, signal: isLeft.signal });
  await wait(1_000);
  isLeft.abort(new DOMException('Another page is shown.', 'AbortError'));
  await expect(left).rejects.toThrow('Another page is shown.');
  // The workers are busy for some seconds; a minute takes one.
  pace.at(60);
  const [canvas] = await Promise.all([plan.draw(2, whole), plan.sizeOf(2)]);
  expect([canvas.width, canvas.height]).toEqual([150, 200]);
});

test('what is still in memory of pages that were left does not hold up the next one', async () => {
  await openApp('employee', '/jobs/listing/all');
  const bytes = await scanPdf([{ sheet: 'ARCH A', dpi: 150, coding: 'fax, group 4' }]);
  const plan = await openPlan(bytesSource(() => Uint8Array.from(bytes)));
  onTestFinished(() => plan.close());
  const isAsked = Promise.withResolvers<void>();
  await plan.readDocument(async (pdf) => {
    pdf.cleanup = () => {
      isAsked.resolve();
      // As of a worker that is busy for ever.
      return new Promise(() => undefined);
    };
  }, new AbortController().signal);
  for (let hidden = 0; hidden < 12; hidden += 1) plan.hide(1);
  await isAsked.promise;
  const canvas = await plan.draw(1, whole);
  expect([canvas.width, canvas.height]).toEqual([150, 200]);
});

test('a document that could not be opened anew for one page is opened for the next one', async () => {
  await openApp('employee', '/jobs/listing/all');
  const bytes = await scanPdf([{ sheet: 'ARCH A', dpi: 150, coding: 'fax, group 4' }]);
  let isLost = false;
  const source = bytesSource(() => {
    if (isLost) throw new ApiError('offline');
    return Uint8Array.from(bytes);
  });
  const plan = await openPlan(source);
  onTestFinished(() => plan.close());
  // Its workers are ended: they may be busy with it for ever.
  const endless = plan.readDocument(() => new Promise(() => undefined), new AbortController().signal, 1);
  await expect(endless).rejects.toThrow('too complex');
  isLost = true;
  await expect(plan.sizeOf(1)).rejects.toThrow(ApiError);
  isLost = false;
  expect((await plan.sizeOf(1)).width).toBeGreaterThan(0);
});
