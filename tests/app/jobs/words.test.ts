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

  it.each([
    ['a USPS label', '420606019400111899560000000009', 'USPS', '9400111899560000000009'],
    ['a USPS label with ZIP+4', '4206060112349205590100000000000017', 'USPS', '9205590100000000000017'],
    [
      'a USPS label with the signs of a scanner',
      '(420) 60601\u001d9400 1118 9956 0000 0000 09',
      'USPS',
      '9400111899560000000009',
    ],
    ['Certified Mail', '7019 2280 0000 1234 5678', 'USPS', '70192280000012345678'],
    ['a signature confirmation', '03071790000512345678', 'USPS', '03071790000512345678'],
    ['a parcel that UPS hands to USPS', '92748902010000000000000017', 'USPS', '92748902010000000000000017'],
    ['FedEx Ground', '61290988888800000017', 'FedEx', '61290988888800000017'],
    ['FedEx Ground of 22 digits', '9611020987654312345672', 'FedEx', '9611020987654312345672'],
    ['a FedEx label', '9622001900000000000000776632517510', 'FedEx', '776632517510'],
    ['a FedEx Express label', '1195000000000000000000776632517510', 'FedEx', '776632517510'],
  ])('of %s is read as it is scanned', (_, scanned, name, number) => {
    const carrier = carrierOf(scanned);
    expect(carrier?.name).toBe(name);
    expect(carrier?.url).toMatch(new RegExp(`[=]${number}$`));
  });

  it.each([
    ['UPS 1Z 999 AA1 01 2345 6784', '1Z999AA10123456784'],
    ['UPS tracking #: 1Z999AA10123456784 (2 boxes)', '1Z999AA10123456784'],
    ['FedEx Tracking No. 7766 3251 7510', '776632517510'],
    ['USPS.com: 9400 1118 9956 0000 0000 09', '9400111899560000000009'],
    ['https://www.ups.com/track?tracknum=1Z999AA10123456784', '1Z999AA10123456784'],
    ['https://www.fedex.com/fedextrack/?trknbr=776632517510', '776632517510'],
  ])('“%s” is recognized among words', (typed, number) => {
    expect(carrierOf(typed)?.url).toMatch(new RegExp(`[=]${number}$`));
  });

  it.each([
    '',
    'ask at the desk',
    'call 312 555 0147',
    'order 987654321 of 2026',
    '12345',
    'javascript:alert(1)',
    '(312) 555-0147',
    '987654321',
  ])('“%s” has no carrier', (number) => {
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
