import { describe, expect, it } from 'vitest';
import { deliveryText, jobName } from '../../../src/features/jobs/jobText.ts';
import { historyGroups, historyText } from '../../../src/features/jobs/page/historyText.ts';
import { carrierOf } from '../../../src/features/jobs/TrackingNumber.tsx';

describe('a tracking number', () => {
  it.each([
    ['1Z999AA10123456784', 'UPS'],
    ['1z 999 aa1 0123456784', 'UPS'],
    ['9400 1000 0000 0000 0000 00', 'USPS'],
    ['EA123456789US', 'USPS'],
    ['123456789012', 'FedEx'],
    ['1234567890', 'DHL'],
  ])('%s is recognized as one of %s', (number, name) => {
    const carrier = carrierOf(number);
    expect(carrier?.name).toBe(name);
    expect(carrier?.url).toMatch(/^https:\/\/[\w.]+\/\S+$/);
  });

  it.each(['', 'ask at the desk', '12345', 'javascript:alert(1)'])('“%s” has no carrier', (number) => {
    expect(carrierOf(number)).toBeUndefined();
  });
});

describe('the history of a job', () => {
  const entry = {
    timestamp: 100,
    user: 'ada@ev.test',
    userName: 'Ada L.',
    field: 'status',
    from: '',
    to: '',
  };

  it('groups what one person changed at one time', () => {
    const groups = historyGroups([
      { ...entry, timestamp: 200, field: 'project' },
      { ...entry, timestamp: 200, field: 'status' },
      { ...entry, timestamp: 200, user: 'bob@ev.test', userName: '', field: 'status' },
      { ...entry, field: 'job' },
    ]);
    expect(groups.map(({ userName, entries }) => [userName, entries.length])).toEqual([
      ['Ada L.', 2],
      ['bob@ev.test', 1],
      ['Ada L.', 1],
    ]);
  });

  it.each([
    [{ field: 'job', from: '', to: '' }, 'Submitted the job'],
    [{ field: 'status', from: 'In progress', to: 'On hold' }, 'Status: In progress → On hold'],
    [{ field: 'assignedTo', from: '', to: 'Ada L.' }, 'Assignee: Ada L.'],
    [{ field: 'trackingNumber', from: '1Z', to: '' }, 'Removed tracking number “1Z”'],
    [{ field: 'jobAttachmentFiles', from: '', to: 'plan.pdf' }, 'Added plan.pdf'],
  ])('is worded for %j', (change, words) => {
    expect(historyText({ ...entry, ...change })).toBe(words);
  });
});

describe('the words of a job', () => {
  it("a job without a project is 'No job Name'", () => {
    expect(jobName({ project: '' })).toBe('No job Name');
  });

  it.each([
    ['WET_STAMPS', 1, 'Wet stamps, 1 copy'],
    ['WET_STAMPS', 3, 'Wet stamps, 3 copies'],
    ['DIGITAL_COPY', null, 'Digital copy'],
  ] as const)('a delivery by %s × %s reads “%s”', (jobDeliveryMode, copiesNumber, words) => {
    expect(deliveryText({ jobDeliveryMode, copiesNumber })).toBe(words);
  });
});
