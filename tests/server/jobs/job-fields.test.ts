import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { jobColumns } from '../../../server/export/jobColumns.ts';
import type { RequestOf } from '../../../src/contract/calls.ts';
import {
  type JobFieldName,
  jobFieldNames,
  jobFields,
  onlyReported,
} from '../../../src/contract/jobs/jobFields.ts';
import { jobUpdate, newJob, updateJob } from '../../support/server/jobs.ts';
import { onOneDatabase } from '../../support/server/server.ts';

/** The fields that are a text; an assignee is one of the staff. */
const texts = jobFieldNames.filter(
  (name) => ['line', 'text'].includes(jobFields[name].is) && name !== 'assignedTo',
);
const reported = texts.filter((name) => name in onlyReported(jobFields));

onOneDatabase('a text of a job', (start) => {
  const server = start.forAll();

  /** A text that the field takes: links have to be links. */
  const textOf = (name: JobFieldName, word: string) =>
    name === 'jobAttachmentLinks' ? `https://${word}.example/` : word;
  const textsOf = (names: readonly JobFieldName[], word: string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name, `${word}-${name.toLowerCase()}`)]));

  test('is stored as it is reported', async () => {
    const typed = textsOf(reported, 'reported');
    expect(await newJob(server, typed)).toMatchObject(typed);
  });

  test.each(texts)('%s is changed, in the history, exported, and found if it is searched', async (field) => {
    const job = await newJob(server);
    const word = textOf(field, `zebra${field}`);
    const body = jobUpdate(job, 'employee', { [field]: word });
    const { job: after } = (await server.call('updateJob', { as: 'employee', body })).answer;
    expect(after).toMatchObject({ [field]: word, version: job.version + 1 });
    expect(after.history[0]).toMatchObject({ field, from: job[field] ?? '', to: word });

    const found = await server.call('searchJobs', { as: 'employee', body: { text: word } });
    expect(found.answer.items.length).toBe('searched' in jobFields[field] ? 1 : 0);

    const list = { format: 'csv', text: job.jobCode } as RequestOf<'download'>;
    const { bytes } = await server.call('download', { as: 'employee', body: list });
    const [row] = parse<Record<string, string>>(bytes, { bom: true, columns: true });
    expect(row?.[jobFields[field].label]).toBe(word);
  });

  test.each(texts)('%s is named to whoever changed the job from an earlier version', async (field) => {
    const job = await newJob(server);
    await updateJob(server, job, 'admin', { [field]: textOf(field, `theirs-${field}`) });
    const body = jobUpdate(job, 'employee', { jobPriority: 'HIGH' });
    const { failure } = await server.call('updateJob', { as: 'employee', body });
    expect(failure).toMatchObject({ code: 'stale', changed: [field] });
  });

  test('is the client’s to change unless it is by staff', async () => {
    for (const field of texts) {
      const { response } = await updateJob(server, await newJob(server), 'client', {
        [field]: textOf(field, 'by-a-client'),
      });
      expect([field, response.statusCode]).toEqual([field, 'by' in jobFields[field] ? 403 : 200]);
    }
  });
});

test('the exported list has its columns in the order in which programs read them', () => {
  expect(jobColumns.map(({ heading }) => heading).slice(0, 27)).toEqual([
    'Job code',
    'Project name',
    'Status',
    'Request type',
    'Priority',
    'Property type',
    'Street',
    'City',
    'State',
    'Zip code',
    'Services',
    'Description',
    'Company',
    'Client',
    'Client email',
    'Client phone',
    'Assignee',
    'Delivery method',
    'Delivery speed',
    'Number of copies',
    'Delivery address',
    'Tracking number',
    'Document links',
    'Reference links',
    'Submitted',
    'Updated',
    'Due date',
  ]);
});
