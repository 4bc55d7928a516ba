import type { Job } from '../../../../src/contract/jobs/job.ts';

/** The fields of a job that the floor shows; the call returns all of them. */
export type ListedJob = Pick<Job, 'jobId' | 'jobCode' | 'project' | 'address' | 'status' | 'assignedToName'>;

export type SignIn = { token: string; email: string };

/** The storage key of the signed-in user for the floor. */
export const signInKey = 'sign-in';

export function signedIn(): SignIn {
  return JSON.parse(localStorage.getItem(signInKey) ?? '{}') as SignIn;
}

export function jobPath(jobId: string): string {
  return `/jobs/update/${jobId}`;
}
