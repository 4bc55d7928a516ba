import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fieldIssues } from '../../src/contract/errors.ts';
import { atLeastOneFileMessage, attachmentTypeMessage } from '../../src/contract/files/files.ts';
import { JobUpdate } from '../../src/contract/jobs/jobForms.ts';
import { NewDeliverable, oneFileReplacesMessage } from '../../src/contract/jobs/newDeliverable.ts';
import { sentence } from '../../src/contract/labels.ts';
import { requests } from '../../src/contract/requests.ts';

const pdf = { name: 'stamped.pdf', type: 'application/pdf', size: 10 };
const digital = { deliveryMode: 'DIGITAL_COPY', files: [pdf] };
const wet = { deliveryMode: 'WET_STAMPS', copiesNumber: 3 };

function issues(input: unknown, schema: v.GenericSchema = NewDeliverable) {
  const result = v.safeParse(schema, input);
  return result.success ? [] : fieldIssues(result.issues);
}
const required = 'is a required field';

test.each([
  ['a digital copy with its file', digital],
  ['a digital copy of several files', { ...digital, files: [pdf, pdf] }],
  ['wet stamps without a file', wet],
  ['wet stamps with files', { ...wet, files: [pdf, pdf] }],
  ['one file in place of a result', { ...digital, supersedes: 'key' }],
])('a deliverable is accepted: %s', (_, input) => {
  expect(issues(input)).toEqual([]);
});

test.each([
  ['nothing said', {}, [{ field: 'deliveryMode', message: required }]],
  [
    'another mode',
    { ...digital, deliveryMode: 'FAX' },
    [{ field: 'deliveryMode', message: 'Delivery method must be either digital copy or wet stamps' }],
  ],
  [
    'a digital copy without a file',
    { deliveryMode: 'DIGITAL_COPY' },
    [{ field: 'files', message: atLeastOneFileMessage }],
  ],
  [
    'wet stamps that nobody counted',
    { deliveryMode: 'WET_STAMPS' },
    [{ field: 'copiesNumber', message: required }],
  ],
  [
    'half a copy',
    { ...wet, copiesNumber: 1.5 },
    [{ field: 'copiesNumber', message: 'must be a whole number from 1 to 99' }],
  ],
  [
    'two files in place of one result',
    { ...digital, files: [pdf, pdf], supersedes: 'key' },
    [{ field: 'files', message: oneFileReplacesMessage }],
  ],
  [
    'a file of another kind',
    { ...digital, files: [{ name: 'run.exe', type: 'application/x-msdownload', size: 1 }] },
    [{ field: 'files', message: attachmentTypeMessage }],
  ],
  [
    'a carrier’s name of 61 characters',
    { ...wet, carrier: 'x'.repeat(61) },
    [{ field: 'carrier', message: 'must be 60 characters or fewer' }],
  ],
])('the broken rule of a deliverable names its field: %s', (_, input, expected) => {
  expect(issues(input)).toEqual(expected);
});

test('a digital copy drops copies, carrier and tracking number', () => {
  const typed = { ...digital, copiesNumber: 3, carrier: 'UPS', trackingNumber: '1Z9' };
  expect(v.parse(NewDeliverable, typed)).toEqual({
    deliveryMode: 'DIGITAL_COPY',
    copiesNumber: null,
    carrier: '',
    trackingNumber: '',
    note: '',
    supersedes: '',
    files: [pdf],
  });
  expect(v.parse(NewDeliverable, { ...typed, ...wet })).toMatchObject({
    copiesNumber: 3,
    carrier: 'UPS',
    trackingNumber: '1Z9',
  });
});

test('a deliverable is part of a job’s update, and its errors name it', () => {
  const base = { evJobId: 'j', jobUpdateUser: 'a@ev.test', version: 1 };
  expect(v.parse(requests.updateJob, { ...base, deliverable: wet })).toMatchObject({
    ...base,
    deliverable: wet,
  });
  expect(v.parse(JobUpdate, base)).toEqual(base);
  const [issue] = issues({ ...base, deliverable: { deliveryMode: 'WET_STAMPS' } }, requests.updateJob);
  expect(issue).toEqual({ field: 'deliverable.copiesNumber', message: required });
  expect(sentence('deliverable.copiesNumber', required)).toBe('Number of copies is a required field');
});
