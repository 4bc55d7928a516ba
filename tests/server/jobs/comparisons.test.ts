import { expect, test } from 'vitest';
import { type Comparison, comparisonVersion } from '../../../src/contract/files/comparison.ts';
import { maxComparisonBytes, maxComparisons, storable } from '../../../src/contract/files/savedComparison.ts';
import type { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { renamed, samples } from '../../support/files/sampleFiles.ts';
import { comparedSheet, comparisonOf } from '../../support/server/comparison.ts';
import { newJob, updateJob } from '../../support/server/jobs.ts';
import type { PersonName } from '../../support/server/people.ts';
import { onOneDatabase } from '../../support/server/server.ts';

type Pair = readonly [before: string, after: string];

const changedSheets = (count: number, places: number): Comparison['sheets'] =>
  Array.from({ length: count }, (_, at) =>
    comparedSheet(at + 1, {
      answer: 'changed',
      places: Array.from({ length: places }, (__, n) => ({
        kind: 'drawing' as const,
        before: [n * 3.25, at * 2.5, 12.75, 8.125],
        after: [n * 3.25, at * 2.5 + 1.5, 12.75, 8.125],
      })),
    }),
  );

onOneDatabase('a comparison', (start) => {
  const server = start.forAll();

  /** Reports a job with two PDFs, or a revision of one. */
  async function plans(changes: Parameters<typeof newJob>[1] = {}, as: PersonName = 'client') {
    const files = [renamed(samples.pdf, 'set A.pdf'), renamed(samples.pdf, 'set B.pdf')];
    const job = await newJob(server, changes, { files, as });
    const [one, other] = job.attachments.map(({ key }) => key);
    return { job, pair: [one, other] as unknown as Pair };
  }
  function save(as: PersonName, jobId: string, pair: Pair, changes: Partial<Comparison> = {}, key?: string) {
    const comparison = comparisonOf(pair, samples.pdf.bytes, changes);
    return server.call('saveComparison', { as, body: { jobId, comparison }, ...(key && { key }) });
  }
  async function list(as: PersonName, jobId: string) {
    return (await server.call('comparisons', { as, params: { jobId } })).answer;
  }

  test('is there for the client and for staff at once, and both are told that the job has changed', async () => {
    const { job, pair } = await plans();
    const { answer: before } = await server.call('events', { as: 'client', body: { cursor: null } });
    expect((await save('client', job.jobId, pair)).answer).toEqual({ done: true });
    const { answer: after } = await server.call('events', { as: 'client', body: { cursor: before.cursor } });
    expect(after.events).toEqual([expect.objectContaining({ kind: 'job', jobId: job.jobId })]);
    const stored = { comparison: comparisonOf(pair, samples.pdf.bytes), byStaff: false };
    expect(await list('client', job.jobId)).toEqual([expect.objectContaining(stored)]);
    expect(await list('employee', job.jobId)).toEqual([expect.objectContaining(stored)]);
  });

  test('of staff is not replaced by that of a client’s device, which is replaced by that of staff', async () => {
    const { job, pair } = await plans();
    const wrong = [comparedSheet(1), comparedSheet(2)];
    await save('client', job.jobId, pair, { sheets: wrong });
    await save('employee', job.jobId, pair);
    await save('client', job.jobId, pair, { sheets: wrong });
    const [stored] = await list('admin', job.jobId);
    expect(stored).toMatchObject({ byStaff: true, comparison: { sheets: [{}, { answer: 'changed' }] } });
    const again = [comparedSheet(1), comparedSheet(2), comparedSheet(3)];
    await save('admin', job.jobId, pair, { sheets: again });
    expect((await list('client', job.jobId))[0]?.comparison.sheets).toHaveLength(3);
  });

  test('of another version is accepted, and neither stored nor shown', async () => {
    const { job, pair } = await plans();
    for (const version of [comparisonVersion - 1, comparisonVersion + 1])
      expect((await save('employee', job.jobId, pair, { version })).code).toBe('');
    expect(await list('employee', job.jobId)).toEqual([]);
    await save('employee', job.jobId, pair);
    await server.db.query('update comparisons set version = version - 1 where job_id = $1', [job.jobId]);
    expect(await list('employee', job.jobId)).toEqual([]);
    // The newer one takes the place of what an older engine of staff said.
    await save('client', job.jobId, pair);
    expect(await list('employee', job.jobId)).toMatchObject([{ byStaff: false }]);
  });

  test('has a file of a job that is revised before, and of no other job, its client’s own or another’s', async () => {
    const first = await plans();
    const revision = await plans({ revisionOf: first.job.jobId });
    const later = await plans({ revisionOf: revision.job.jobId });
    const [, after] = later.pair;
    expect((await save('client', later.job.jobId, [first.pair[0], after])).code).toBe('');
    expect((await save('client', later.job.jobId, [revision.pair[1], after])).code).toBe('');
    expect(await list('client', later.job.jobId)).toHaveLength(2);
    const unrelated = await plans();
    const foreign = await plans({}, 'otherClient');
    for (const [as, pair, jobId] of [
      ['client', [unrelated.pair[0], after], later.job.jobId],
      ['employee', [unrelated.pair[0], after], later.job.jobId],
      ['employee', [foreign.pair[0], after], later.job.jobId],
      ['client', [foreign.pair[0], after], later.job.jobId],
      ['otherClient', [foreign.pair[0], after], later.job.jobId],
      ['otherClient', later.pair, later.job.jobId],
      // A later job is not one that is revised, and a file of another job is not the one after.
      ['client', [after, first.pair[0]], first.job.jobId],
      ['client', first.pair, later.job.jobId],
      ['client', [after, after], later.job.jobId],
      ['client', ['none', after], later.job.jobId],
    ] as const) {
      expect((await save(as, jobId, pair)).code).toBe('not-found');
    }
    expect(
      (await server.call('comparisons', { as: 'otherClient', params: { jobId: later.job.jobId } })).code,
    ).toBe('not-found');
    expect((await server.call('comparisons', { as: 'client', params: { jobId: 'none' } })).code).toBe(
      'not-found',
    );
  });

  test('must be of the bytes that are stored', async () => {
    const { job, pair } = await plans();
    const { before, after } = comparisonOf(pair, samples.png.bytes);
    for (const changes of [{ before }, { after }]) {
      expect((await save('employee', job.jobId, pair, changes)).code).toBe('invalid');
    }
    expect(await list('employee', job.jobId)).toEqual([]);
  });

  test('with a withdrawn deliverable is no longer shown to its client', async () => {
    const { job, pair } = await plans();
    const deliver = { deliverable: { deliveryMode: 'DIGITAL_COPY' as const } };
    const given = await updateJob(server, job, 'employee', deliver, { files: [samples.pdf] });
    const delivered = (given.answer.job as JobDetails).deliverables[0];
    const withIt: Pair = [pair[0], delivered?.file?.key ?? ''];
    for (const both of [withIt, [...withIt].reverse() as unknown as Pair])
      expect((await save('client', job.jobId, both)).code).toBe('');
    expect(await list('client', job.jobId)).toHaveLength(2);
    const withdrawal = { deliverable: delivered?.key ?? '', reason: 'The wrong seal' };
    await updateJob(server, given.answer.job, 'employee', { withdrawal });
    expect(await list('client', job.jobId)).toEqual([]);
    expect(await list('employee', job.jobId)).toHaveLength(2);
    expect((await save('client', job.jobId, withIt)).code).toBe('not-found');
  });

  test('is the same after a repeat, and the oldest of too many goes', async () => {
    const { job, pair } = await plans();
    await save('employee', job.jobId, pair, {}, 'the same key');
    await save('employee', job.jobId, pair, {}, 'the same key');
    expect(await list('employee', job.jobId)).toHaveLength(1);
    const files = Array.from({ length: maxComparisons }, (_, n) => renamed(samples.pdf, `${n}.pdf`));
    const added = await updateJob(server, job, 'client', {}, { files });
    const keys = added.answer.job.attachments.slice(2).map(({ key }) => key);
    for (const key of keys) {
      server.clock.advance(1);
      await save('employee', job.jobId, [pair[0], key]);
    }
    const stored = await list('employee', job.jobId);
    expect(stored.map(({ comparison }) => comparison.after.key)).toEqual(keys.toReversed());
  });

  test('with the most places that may be stored is stored, and one with more says that there are more', async () => {
    const { job, pair } = await plans();
    const large = comparisonOf(pair, samples.pdf.bytes, { sheets: changedSheets(60, 200) });
    const fitting = storable(large);
    expect(fitting?.sheets.every(({ hidden }) => hidden.includes('places'))).toBe(true);
    expect(JSON.stringify(fitting).length).toBeLessThan(maxComparisonBytes);
    const most = changedSheets(1, 190);
    for (const sheets of [fitting?.sheets ?? [], most]) {
      const reply = await save('employee', job.jobId, pair, { sheets });
      expect(reply.code).toBe('');
      expect((await list('client', job.jobId))[0]?.comparison.sheets).toEqual(sheets);
    }
    expect(storable(comparisonOf(pair, samples.pdf.bytes, { sheets: changedSheets(5000, 0) }))).toBeNull();
  });
});
