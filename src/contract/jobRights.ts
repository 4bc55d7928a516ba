import { isStaff, type JobStatus, type UserType } from './enums.ts';

const transitions: Record<JobStatus, { client: JobStatus[]; staff: JobStatus[] }> = {
  IN_PROGRESS: { client: ['CANCELLED'], staff: ['ON_HOLD', 'COMPLETED', 'CANCELLED'] },
  ON_HOLD: { client: ['CANCELLED'], staff: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'] },
  COMPLETED: { client: [], staff: ['IN_PROGRESS'] },
  CANCELLED: { client: [], staff: ['IN_PROGRESS'] },
};

/** The statuses a person of this type may give a job that has `from`. */
export function nextStatuses(from: JobStatus, userType: UserType): readonly JobStatus[] {
  if (isStaff(userType)) return transitions[from].staff;
  return userType === 'CLIENT' ? transitions[from].client : [];
}

/** A client edits an own job while it is in progress or on hold; staff edit any job. */
export function mayEditJob(current: JobStatus, userType: UserType): boolean {
  if (isStaff(userType)) return true;
  return userType === 'CLIENT' && (current === 'IN_PROGRESS' || current === 'ON_HOLD');
}
