/**
 * Every enumeration of the specification's §3, once: the wire value, and the words a person reads.
 * A type and its label table belong together, so a new value cannot be added without its words.
 */

export const userTypes = {
  ADMIN: 'Admin',
  CLIENT: 'Client',
  EMPLOYEE: 'Employee',
  UNSPECIFIED: 'Unspecified',
} as const;
export type UserType = keyof typeof userTypes;

export const priorities = { NORMAL: 'Normal', HIGH: 'High' } as const;
export type Priority = keyof typeof priorities;

/** How the result reaches the client (the specification's "copy type"). */
export const deliveryModes = { WET_STAMPS: 'Wet stamps', DIGITAL_COPY: 'Digital copy' } as const;
export type DeliveryMode = keyof typeof deliveryModes;

/** How fast wet stamps travel (the specification's "delivery"). */
export const deliveryPriorities = { STANDARD: 'Standard', OVERNIGHT: 'Overnight' } as const;
export type DeliveryPriority = keyof typeof deliveryPriorities;

/** Property type. */
export const jobTypes = {
  BUSINESS: 'Business',
  COMMERCIAL: 'Commercial',
  RESIDENTIAL: 'Residential',
} as const;
export type JobType = keyof typeof jobTypes;

/** Request type. A form offers RE_STAMP, STAMP and OTHER; REVISION is given to a job that revises another. */
export const categories = {
  RE_STAMP: 'Re-stamp',
  STAMP: 'Stamp',
  OTHER: 'Other',
  REVISION: 'Revision',
  UNSPECIFIED: 'Unspecified',
} as const;
export type Category = keyof typeof categories;

export const jobStatuses = {
  IN_PROGRESS: 'In progress',
  ON_HOLD: 'On hold',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
} as const;
export type JobStatus = keyof typeof jobStatuses;

export const messageStatuses = { NEW: 'New', ADDRESSED: 'Addressed' } as const;
export type MessageStatus = keyof typeof messageStatuses;

export const services = {
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
} as const;
export type Service = keyof typeof services;

/** The wire values of a label table, in its order, as the tuple a picklist wants. */
/* @__NO_SIDE_EFFECTS__ */
export function valuesOf<const T extends Record<string, string>>(
  table: T,
): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}

/** Staff see every job and answer clients (§6). */
export function isStaff(userType: UserType): userType is 'ADMIN' | 'EMPLOYEE' {
  return userType === 'ADMIN' || userType === 'EMPLOYEE';
}
