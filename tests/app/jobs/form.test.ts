import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { JobDetails } from '../../../src/contract/jobs/jobDetails.ts';
import { JobForm } from '../../../src/contract/jobs/jobForms.ts';
import { changesOf, mergeStale } from '../../../src/features/jobs/form/jobChanges.ts';
import {
  emptyJob,
  revisionValuesOf,
  updateValuesOf,
  withAskedSpeed,
} from '../../../src/features/jobs/form/jobFormValues.ts';
import { pastedAddress } from '../../../src/features/jobs/form/sections/pastedAddress.ts';
import { chosenIn, withGroup } from '../../../src/features/jobs/form/sections/serviceGroups.ts';
import { addressesWith } from '../../../src/features/jobs/form/sections/useKnownAddresses.ts';
import { wireJob } from '../support/backend.ts';

const job = v.parse(JobDetails, { ...wireJob, version: 3, assignedTo: 'ada@ev.test' });
const read = updateValuesOf(job);

describe('the service groups', () => {
  it('have one entry each, in the list’s order, and none when emptied', () => {
    const one = withGroup([], 'STAMP', ['SE', 'EE']);
    expect(one).toEqual([{ category: 'STAMP', evServices: ['EE', 'SE'] }]);
    const two = withGroup(one, 'OTHER', ['PIL']);
    expect(chosenIn(two, 'OTHER')).toEqual(['PIL']);
    expect(withGroup(two, 'STAMP', [])).toEqual([{ category: 'OTHER', evServices: ['PIL'] }]);
  });
});

describe('an empty form', () => {
  it('has an error for every required field', () => {
    const checked = v.safeParse(JobForm, { ...emptyJob, message: '', jobAttachmentFiles2: [] });
    const fields = new Set(checked.issues?.map((issue) => v.getDotPath(issue)));
    expect([...fields].sort()).toEqual([
      'address.city',
      'address.state',
      'address.streetName',
      'address.zipcode',
      'category',
      'jobAttachmentFiles2',
      'jobAttachmentLinks',
      'jobDeliveryMode',
      'jobEVService',
      'jobType',
      'project',
    ]);
  });
});

describe('an edit', () => {
  it('sends only the changed fields, with the services under their update name', () => {
    const typed = {
      ...read,
      project: 'Elm Street garage',
      jobEVService: withGroup(read.jobEVService, 'STAMP', ['EE', 'FS']),
    };
    expect(changesOf(read, typed)).toEqual({
      project: 'Elm Street garage',
      jobServiceUpdate: [{ category: 'STAMP', evServices: ['EE', 'FS'] }],
    });
  });

  it('without changes sends nothing, in whatever order the services are', () => {
    const two = { ...read, jobEVService: withGroup(read.jobEVService, 'OTHER', ['PIL', 'EE']) };
    const turned = {
      ...two,
      jobEVService: two.jobEVService
        .map((entry) => ({ ...entry, evServices: [...entry.evServices].reverse() }))
        .reverse(),
    };
    expect(changesOf(two, turned)).toEqual({});
  });

  it('changes no field of the job when only files were chosen', () => {
    expect(changesOf(read, { ...read, jobAttachmentFiles2Update: [] } as typeof read)).toEqual({});
  });

  it('can remove an assignee', () => {
    expect(changesOf(read, { ...read, assignedTo: '' })).toEqual({ assignedTo: '' });
  });
});

describe('an edit of a job that someone else has changed', () => {
  it('keeps what was typed, takes over the rest, and names what both changed', () => {
    const typed = { ...read, project: 'Mine', jobDescription: 'Typed here' };
    const now = { ...read, project: 'Theirs', status: 'ON_HOLD' as const };
    const merged = mergeStale(read, typed, now);
    expect(merged.values).toEqual({
      ...read,
      project: 'Mine',
      jobDescription: 'Typed here',
      status: 'ON_HOLD',
    });
    expect(merged.taken).toEqual(['status']);
    expect(merged.contested).toEqual(['project']);
    expect(changesOf(now, merged.values)).toEqual({ project: 'Mine', jobDescription: 'Typed here' });
  });

  it('has no conflict where both typed the same', () => {
    const typed = { ...read, project: 'Same' };
    expect(mergeStale(read, typed, { ...read, project: 'Same' })).toMatchObject({ taken: [], contested: [] });
  });
});

describe('a revision', () => {
  it('starts with the job’s property and services, without its documents', () => {
    const revised = revisionValuesOf({ ...job, jobAttachmentLinks: 'https://old.test/plan' });
    expect(revised).toMatchObject({
      project: 'Elm Street carport',
      category: 'STAMP',
      jobEVService: [{ category: 'STAMP', evServices: ['EE'] }],
      jobAttachmentLinks: '',
    });
  });

  it('has a request type that the form offers, also when it revises a revision', () => {
    expect(revisionValuesOf({ ...job, category: 'REVISION' }).category).toBe('STAMP');
  });
});

describe('the suggested addresses', () => {
  const jobs = Array.from({ length: 120 }, (_, index) => ({
    address: { streetName: `${index + 1} Mesa Way`, city: 'Tempe', state: 'AZ', zipcode: '85281' },
  }));

  it('are those with the typed text, however many other jobs come before them', () => {
    expect([...addressesWith(' 119 mesa', jobs)]).toEqual([
      ['119 Mesa Way, Tempe, AZ 85281', jobs[118]?.address],
    ]);
    expect(addressesWith('elm', jobs).size).toBe(0);
    expect(addressesWith('tempe', jobs).size).toBe(50);
  });

  it('are each offered once, and none of a job without one', () => {
    const [one] = jobs;
    const none = { address: { streetName: '', city: '', state: '', zipcode: '' } };
    expect(addressesWith('', one ? [one, one, none] : []).size).toBe(1);
  });
});

describe('an address that is pasted as a whole', () => {
  it.each([
    ['12 Mesa Way, Tempe, AZ 85281, United States', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['12 Mesa Way\nTempe, AZ  85281-1234\nUSA\n', '12 Mesa Way', 'Tempe', 'AZ', '85281-1234'],
    [
      'Mesa Lofts\r\n12 Mesa Way\r\nUnit B\r\nTempe AZ 85281',
      'Mesa Lofts, 12 Mesa Way, Unit B',
      'Tempe',
      'AZ',
      '85281',
    ],
    ['12 Mesa Way, Tempe, AZ 85281 USA', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['12 Mesa Way | Tempe, AZ 85281–1234', '12 Mesa Way', 'Tempe', 'AZ', '85281-1234'],
    ['12 Mesa Way • Tempe • AZ 85281 U.S.', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['\u202a12 Mesa Way, Tempe, AZ 85281, USA\u202c', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['12 Mesa Way, Tempe, AZ 85281, United\u00a0States.', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['12 Mesa Way, Tempe, AZ 85281, USA,', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['12 Mesa Way|Tempe, AZ 85281|USA', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['12 Mesa Way, Tempe, AZ 85281.', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['Site address: 12 Mesa Way, Tempe, AZ 85281', '12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ['"12 Mesa Way; Tempe; AZ; 85281-1234"', '12 Mesa Way', 'Tempe', 'AZ', '85281-1234'],
    ['12 Mesa Way\nTempe, AZ\n85281-1234\n(480) 555-0132', '12 Mesa Way', 'Tempe', 'AZ', '85281-1234'],
    [
      '12 Mesa Way, Tempe, AZ 85281, USA\r\n33.4255, -111.9400\r\nPhone: +1 480-555-0132\r\n\r\nhttps://maps.test/a?b=1',
      ...['12 Mesa Way', 'Tempe', 'AZ', '85281'],
    ],
    ['9 Elm St, Salt Lake City, Utah, 84101', '9 Elm St', 'Salt Lake City', 'UT', '84101'],
    ['9 Elm St, Cary, North Carolina 27511', '9 Elm St', 'Cary', 'NC', '27511'],
    ['9 Elm St\tNew York\tN.Y.\t10001', '9 Elm St', 'New York', 'NY', '10001'],
    [
      '9, Elm Street, Joliet, Will County, Illinois, 60432, United States',
      '9 Elm Street',
      'Joliet',
      'IL',
      '60432',
    ],
    ['1 Pennsylvania Ave, Washington, DC 20004', '1 Pennsylvania Ave', 'Washington', 'DC', '20004'],
    ['1 Pennsylvania Ave\nWashington DC 20004', '1 Pennsylvania Ave', 'Washington', 'DC', '20004'],
    [
      'One Dupont Cir, Suite B, Washington D.C. 20036',
      'One Dupont Cir, Suite B',
      'Washington',
      'DC',
      '20036',
    ],
  ])('%j is divided', (text, streetName, city, state, zipcode) => {
    expect(pastedAddress(text)).toEqual({ streetName, city, state, zipcode });
  });

  it.each([
    '12 Mesa Way',
    '12 Mesa Way Tempe AZ 85281',
    '12 Mesa Way, Tempe AZ',
    'Tempe, AZ 85281',
    '12 Mesa Way, Toronto, ON M5V 2T6',
    '12 Mesa Way, Berlin, XX 10115',
    '33.4255, -111.9400',
    'Floor 3, 350 5th Ave, New York 10001',
    'We need it at 12 Mesa Way, Tempe, AZ 85281, by Friday',
  ])('%j is left as it is', (text) => {
    expect(pastedAddress(text)).toBeNull();
  });
});

describe('the delivery speed of a new job', () => {
  it('is the usual one for a digital copy, whatever an earlier draft says', () => {
    const chosen = { deliveryPriority: 'OVERNIGHT' } as const;
    expect(withAskedSpeed({ ...chosen, jobDeliveryMode: 'DIGITAL_COPY' }).deliveryPriority).toBe('STANDARD');
    expect(withAskedSpeed({ ...chosen, jobDeliveryMode: 'WET_STAMPS' }).deliveryPriority).toBe('OVERNIGHT');
  });
});
