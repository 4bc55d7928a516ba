/** The enumerations of §3: each value of the wire with its label. */

export const userTypes = {
  ADMIN: 'Admin',
  CLIENT: 'Client',
  EMPLOYEE: 'Employee',
  UNSPECIFIED: 'Unspecified',
} as const;
export type UserType = keyof typeof userTypes;

export const priorities = { NORMAL: 'Normal', HIGH: 'High' } as const;

/** How a deliverable reaches the client ("copy type" in §3). */
export const deliveryModes = { WET_STAMPS: 'Wet stamps', DIGITAL_COPY: 'Digital copy' } as const;

/** How fast wet stamps are delivered ("delivery" in §3). */
export const deliveryPriorities = { STANDARD: 'Standard', OVERNIGHT: 'Overnight' } as const;

export const jobTypes = {
  BUSINESS: 'Business',
  COMMERCIAL: 'Commercial',
  RESIDENTIAL: 'Residential',
} as const;
export type JobType = keyof typeof jobTypes;

/** Request types. Forms offer RE_STAMP, STAMP and OTHER; the server sets REVISION for a job that revises another. */
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

/** The statuses of a job that is worked on. */
export const openStatuses: JobStatus[] = ['IN_PROGRESS', 'ON_HOLD'];

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

/** Returns the wire values of a label table, in its order, as the tuple that `v.picklist` takes. */
/* @__NO_SIDE_EFFECTS__ */
export function wireValues<const T extends Record<string, string>>(
  table: T,
): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];
}

/** Whether a user type is staff: they see every job and reply to clients (§6). */
export function isStaff(userType: UserType): userType is 'ADMIN' | 'EMPLOYEE' {
  return userType === 'ADMIN' || userType === 'EMPLOYEE';
}
