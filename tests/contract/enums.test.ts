import { expect, test } from 'vitest';
import * as enums from '../../src/contract/enums.ts';
import * as limits from '../../src/contract/limits.ts';

test.each([
  [
    'user types',
    enums.userTypes,
    { ADMIN: 'Admin', CLIENT: 'Client', EMPLOYEE: 'Employee', UNSPECIFIED: 'Unspecified' },
  ],
  ['priorities', enums.priorities, { NORMAL: 'Normal', HIGH: 'High' }],
  ['copy types', enums.deliveryModes, { WET_STAMPS: 'Wet stamps', DIGITAL_COPY: 'Digital copy' }],
  ['delivery speeds', enums.deliveryPriorities, { STANDARD: 'Standard', OVERNIGHT: 'Overnight' }],
  [
    'property types',
    enums.jobTypes,
    { BUSINESS: 'Business', COMMERCIAL: 'Commercial', RESIDENTIAL: 'Residential' },
  ],
  [
    'request types',
    enums.categories,
    {
      RE_STAMP: 'Re-stamp',
      STAMP: 'Stamp',
      OTHER: 'Other',
      REVISION: 'Revision',
      UNSPECIFIED: 'Unspecified',
    },
  ],
  [
    'job statuses',
    enums.jobStatuses,
    { IN_PROGRESS: 'In progress', ON_HOLD: 'On hold', COMPLETED: 'Completed', CANCELLED: 'Cancelled' },
  ],
  ['message statuses', enums.messageStatuses, { NEW: 'New', ADDRESSED: 'Addressed' }],
])('%s have their labels', (_, labels, expected) => expect(labels).toEqual(expected));

test('services carry the names of the specification', () =>
  expect(enums.services).toEqual({
    EE: 'Electrical Review',
    SE: 'Structural Review',
    EGM: 'Electrical Ground Mount',
    SGM: 'Structural Ground Mount',
    EB: 'Electrical Ballast',
    SB: 'Structural Ballast',
    CR: 'Consumption Report/Energy usage',
    FCCD: 'Final Construction Control Document',
    FS: 'Fault Study',
    ICCD: 'Initial Construction Control Document',
    LC: 'Electrical Load calcs',
    PIL: 'Post Install Letter',
    PV_DESIGN: 'PV Design',
    SIF: 'Special Inspection Form',
    OTHER: 'Other (Specify in additional Comments)',
  }));

test('only admins and employees are staff', () => {
  const staff = Object.keys(enums.userTypes).filter((type) => enums.isStaff(type as enums.UserType));
  expect(staff).toEqual(['ADMIN', 'EMPLOYEE']);
});

test('the business constants are those of the specification', () => {
  expect(limits).toMatchObject({
    requestTimeoutMs: 8000,
    maxUploadBytes: 104_857_600,
    passwordMinLength: 8,
    minInvitees: 1,
    minServices: 1,
    defaultPhoneRegion: 'US',
    prefetchMarginPx: 200,
    authStorageKey: 'auth',
    fileStampShiftHours: 9,
  });
});
