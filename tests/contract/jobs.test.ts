import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type JobStatus, jobStatuses, type UserType } from '../../src/contract/enums.ts';
import { fieldIssues, statusChangeMessage } from '../../src/contract/errors.ts';
import { jobListingCategories } from '../../src/contract/jobs/job.ts';
import { JobForm, JobReport, JobUpdate, needsDescription } from '../../src/contract/jobs/jobForms.ts';
import { mayEditJob, nextStatuses } from '../../src/contract/jobs/jobRights.ts';
import { requests } from '../../src/contract/requests.ts';

const address = { streetName: '1 Main St', city: 'Boston', state: 'MA', zipcode: '02110' };
const pdf = { name: 'plan.pdf', type: 'application/pdf', size: 10 };
const digital = {
  project: 'Harbor roof',
  address,
  jobType: 'COMMERCIAL',
  category: 'STAMP',
  jobPriority: 'NORMAL',
  jobDeliveryMode: 'DIGITAL_COPY',
  deliveryPriority: 'STANDARD',
  jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
  jobAttachmentFiles2: [pdf],
};
const wet = { ...digital, jobDeliveryMode: 'WET_STAMPS', copiesNumber: 2, deliveryAddress: address };

function issues(schema: v.GenericSchema, input: unknown) {
  const result = v.safeParse(schema, input);
  return result.success ? [] : fieldIssues(result.issues);
}
const required = 'is a required field';

describe('a job form', () => {
  test.each([
    ['a digital copy', digital],
    ['wet stamps', wet],
    ['links instead of files', { ...digital, jobAttachmentFiles2: [], jobAttachmentLinks: 'https://a.test' }],
    ['other with a description', { ...digital, category: 'OTHER', jobDescription: 'A letter' }],
  ])('is accepted with %s', (_what, input) => expect(issues(JobForm, input)).toEqual([]));

  test.each([
    ['copies for wet stamps', { ...wet, copiesNumber: null }, 'copiesNumber', required],
    ['an address for wet stamps', { ...wet, deliveryAddress: null }, 'deliveryAddress', required],
    [
      'a whole address for wet stamps',
      { ...wet, deliveryAddress: { ...address, zipcode: '1' } },
      'deliveryAddress.zipcode',
      'Zip code is not valid (12345-6789)',
    ],
    ['a description for a job of type other', { ...digital, category: 'OTHER' }, 'jobDescription', required],
    [
      'a description when a group is other',
      { ...digital, jobEVService: [{ category: 'OTHER', evServices: ['EE'] }] },
      'jobDescription',
      required,
    ],
    [
      'a description when a service is other',
      { ...digital, jobEVService: [{ category: 'STAMP', evServices: ['OTHER'] }] },
      'jobDescription',
      required,
    ],
    [
      'files or links: the files say so',
      { ...digital, jobAttachmentFiles2: [] },
      'jobAttachmentFiles2',
      'Attachment must have at least one file selected',
    ],
    [
      'files or links: the links say so',
      { ...digital, jobAttachmentFiles2: [] },
      'jobAttachmentLinks',
      required,
    ],
  ])('asks for %s', (_what, input, field, message) => {
    expect(issues(JobForm, input)).toContainEqual({ field, message });
  });

  test('shows every error at once, those across fields too', () => {
    const fields = issues(JobForm, { jobDeliveryMode: 'WET_STAMPS', category: 'OTHER' }).map((i) => i.field);
    expect(fields).toEqual(
      expect.arrayContaining([
        'project',
        'address',
        'jobType',
        'jobPriority',
        'deliveryPriority',
        'jobEVService',
        'jobDescription',
        'copiesNumber',
        'deliveryAddress',
        'jobAttachmentFiles2',
        'jobAttachmentLinks',
      ]),
    );
  });

  const tooLarge = [{ ...pdf, size: 104_857_600 }, pdf];
  const links = { jobAttachmentLinks: 'https://a.test' };
  const reported = { jobCode: 'AB12', jobReporter: 'a@ev.test' };

  test.each([
    ['the form', JobForm, {}],
    ['the form, with links too', JobForm, links],
    ['the report', JobReport, reported],
    ['the report, with links too', JobReport, { ...reported, ...links }],
  ])('has the message of §5 for a new job of more than 100 MB: %s', (_what, schema, more) => {
    expect(issues(schema, { ...digital, ...more, jobAttachmentFiles2: tooLarge })).toEqual([
      { field: 'jobAttachmentFiles2', message: 'Total files size cannot exceed 100 MB' },
    ]);
  });

  test('an update has the message of §5 for more than 100 MB', () => {
    const update = { evJobId: 'j', jobUpdateUser: 'a@ev.test', version: 1 };
    expect(issues(JobUpdate, { ...update, jobAttachmentFiles2Update: tooLarge })).toEqual([
      { field: 'jobAttachmentFiles2Update', message: 'Total file size cannot exceed 100 MB' },
    ]);
  });

  test.each([
    ['a description', { category: 'OTHER', jobDescription: ' ' }, 'jobDescription'],
    ['links', { jobAttachmentFiles2: [], jobAttachmentLinks: ' ' }, 'jobAttachmentLinks'],
  ])('treats a blank as no %s', (_what, more, field) => {
    expect(issues(JobForm, { ...digital, ...more })).toContainEqual({ field, message: required });
  });

  test('may name another phone number than the profile’s', () => {
    expect(v.parse(JobForm, { ...digital, phoneNumber_auto_filled: ' 555 ' })).toMatchObject({
      phoneNumber_auto_filled: '555',
    });
    expect(v.parse(JobForm, { ...digital, phoneNumber_auto_filled: null })).toMatchObject({
      phoneNumber_auto_filled: '',
    });
    const long = { ...digital, ...reported, phoneNumber_auto_filled: '1'.repeat(41) };
    for (const schema of [JobForm, JobReport]) {
      expect(issues(schema, long)).toEqual([
        { field: 'phoneNumber_auto_filled', message: 'must be 40 characters or fewer' },
      ]);
    }
  });

  test('drops copies and delivery address of a digital copy', () => {
    expect(v.parse(JobForm, { ...wet, jobDeliveryMode: 'DIGITAL_COPY' })).toMatchObject({
      copiesNumber: null,
      deliveryAddress: null,
    });
  });
});

test('a report names its code and its reporter', () => {
  expect(issues(JobReport, digital)).toEqual([
    { field: 'jobCode', message: required },
    { field: 'jobReporter', message: required },
  ]);
});

test.each([
  [{ category: 'STAMP' }, false],
  [{ category: 'OTHER' }, true],
  [{ jobEVService: [{ category: 'STAMP', evServices: ['EE', 'OTHER'] }] }, true],
  [{ jobEVService: [{ category: 'OTHER', evServices: [] }] }, true],
  [{}, false],
])('needs a description: %j → %s', (job, expected) => expect(needsDescription(job)).toBe(expected));

describe('an update', () => {
  const base = { evJobId: 'j', jobUpdateUser: 'a@ev.test', version: 1 };
  test('leaves out what it does not change', () => {
    expect(v.parse(JobUpdate, { ...base, project: 'New' })).toEqual({ ...base, project: 'New' });
  });
  test('may empty a text', () => {
    expect(v.parse(JobUpdate, { ...base, trackingNumber: '', assignedTo: '' })).toEqual({
      ...base,
      trackingNumber: '',
      assignedTo: '',
    });
  });
  test('may not empty what is required', () => {
    expect(issues(JobUpdate, { ...base, project: ' ' })).toEqual([{ field: 'project', message: required }]);
  });
  test('names the version it was made from', () => {
    expect(issues(JobUpdate, { evJobId: 'j', jobUpdateUser: 'a@ev.test' })).toEqual([
      { field: 'version', message: required },
    ]);
  });
  test('with a message in it is checked as a message', () => {
    expect(
      issues(requests.updateJob, {
        evJobId: 'j',
        jobUpdateUser: 'a@ev.test',
        'evCommunication.content': ' ',
        'evCommunication.fromUserId': 'a@ev.test',
        'evCommunication.fromUserType': 'CLIENT',
      }),
    ).toEqual([{ field: 'evCommunication.content', message: required }]);
  });
});

const next: [JobStatus, UserType, JobStatus[]][] = [
  ['IN_PROGRESS', 'CLIENT', ['CANCELLED']],
  ['ON_HOLD', 'CLIENT', ['CANCELLED']],
  ['COMPLETED', 'CLIENT', []],
  ['CANCELLED', 'CLIENT', []],
  ...(['EMPLOYEE', 'ADMIN'] as const).flatMap((staff): [JobStatus, UserType, JobStatus[]][] => [
    ['IN_PROGRESS', staff, ['ON_HOLD', 'COMPLETED', 'CANCELLED']],
    ['ON_HOLD', staff, ['IN_PROGRESS', 'COMPLETED', 'CANCELLED']],
    ['COMPLETED', staff, ['IN_PROGRESS']],
    ['CANCELLED', staff, ['IN_PROGRESS']],
  ]),
  ['IN_PROGRESS', 'UNSPECIFIED', []],
];
test.each(next)('a job that is %s can be made by %s: %j', (from, userType, to) => {
  expect(nextStatuses(from, userType)).toEqual(to);
});

test.each(
  Object.keys(jobStatuses).map(
    (status) => [status as JobStatus, ['IN_PROGRESS', 'ON_HOLD'].includes(status)] as const,
  ),
)('a client may edit a job that is %s: %s; staff may always', (status, client) => {
  expect(mayEditJob(status, 'CLIENT')).toBe(client);
  expect(mayEditJob(status, 'EMPLOYEE')).toBe(true);
  expect(mayEditJob(status, 'UNSPECIFIED')).toBe(false);
});

test('a refused status change names both statuses', () => {
  expect(statusChangeMessage('COMPLETED', 'ON_HOLD')).toBe('A job can’t move from Completed to On hold.');
});

test('the listing has a tab for every status and request type', () => {
  expect(Object.keys(jobListingCategories)).toEqual([
    'all',
    'in-progress',
    'on-hold',
    'completed',
    'cancelled',
    'stamp',
    're-stamp',
    'revision',
    'other',
  ]);
});

describe('a malformed update', () => {
  test.each([['nothing'], [7], [{}], [[null]], [[7, 'x', { evServices: 7 }]]])(
    'with %j as services is refused without a crash',
    (jobEVService) => {
      const fields = issues(JobReport, { ...digital, jobCode: 'A', jobReporter: 'a@b.test', jobEVService });
      expect(fields.map(({ field }) => field.split('.')[0])).toContain('jobEVService');
    },
  );

  test.each([-1, 0.5, 1e308, Number.MIN_VALUE, 2 ** 31, '1', null])(
    'with %s as version is refused',
    (version) => {
      const fields = issues(JobUpdate, { evJobId: 'x', jobUpdateUser: 'a@b.test', version });
      expect(fields.map(({ field }) => field)).toEqual(['version']);
    },
  );
});
