import { isStaff, type JobStatus, type UserType } from '../enums.ts';

const transitions: Record<JobStatus, { client: JobStatus[]; staff: JobStatus[] }> = {
  IN_PROGRESS: { client: ['CANCELLED'], staff: ['ON_HOLD', 'COMPLETED', 'CANCELLED'] },
  ON_HOLD: { client: ['CANCELLED'], staff: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED'] },
  COMPLETED: { client: [], staff: ['IN_PROGRESS'] },
  CANCELLED: { client: [], staff: ['IN_PROGRESS'] },
};

/** Returns the statuses to which a user of this type may change a job from `from` (§6). */
export function nextStatuses(from: JobStatus, userType: UserType): readonly JobStatus[] {
  if (isStaff(userType)) return transitions[from].staff;
  return userType === 'CLIENT' ? transitions[from].client : [];
}

/** Whether a change to a status comes with a reason. */
export function takesReason(to: JobStatus): boolean {
  return to === 'ON_HOLD' || to === 'CANCELLED';
}

/** Whether a user may edit a job: staff any job, a client an own one while it is in progress or on hold (§6). */
export function mayEditJob(current: JobStatus, userType: UserType): boolean {
  if (isStaff(userType)) return true;
  return userType === 'CLIENT' && (current === 'IN_PROGRESS' || current === 'ON_HOLD');
}
