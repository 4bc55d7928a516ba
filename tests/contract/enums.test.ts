import { expect, test } from 'vitest';
import * as enums from '../../src/contract/enums.ts';
import * as limits from '../../src/contract/limits.ts';

test('user types have their labels', () => {
  expect(enums.userTypes).toEqual({
    ADMIN: 'Admin',
    CLIENT: 'Client',
    EMPLOYEE: 'Employee',
    UNSPECIFIED: 'Unspecified',
  });
});

test('priorities have their labels', () =>
  expect(enums.priorities).toEqual({ NORMAL: 'Normal', HIGH: 'High' }));

test('copy types have their labels', () =>
  expect(enums.deliveryModes).toEqual({ WET_STAMPS: 'Wet stamps', DIGITAL_COPY: 'Digital copy' }));

test('delivery speeds have their labels', () =>
  expect(enums.deliveryPriorities).toEqual({ STANDARD: 'Standard', OVERNIGHT: 'Overnight' }));

test('property types have their labels', () =>
  expect(enums.jobTypes).toEqual({
    BUSINESS: 'Business',
    COMMERCIAL: 'Commercial',
    RESIDENTIAL: 'Residential',
  }));

test('request types have their labels', () =>
  expect(enums.categories).toEqual({
    RE_STAMP: 'Re-stamp',
    STAMP: 'Stamp',
    OTHER: 'Other',
    REVISION: 'Revision',
    UNSPECIFIED: 'Unspecified',
  }));

test('job statuses have their labels', () =>
  expect(enums.jobStatuses).toEqual({
    IN_PROGRESS: 'In progress',
    ON_HOLD: 'On hold',
    COMPLETED: 'Completed',
    CANCELLED: 'Cancelled',
  }));

test('message statuses have their labels', () =>
  expect(enums.messageStatuses).toEqual({ NEW: 'New', ADDRESSED: 'Addressed' }));

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
