import type { Job } from '../../../../src/contract/job.ts';

/** The fields of a job that the floors show; the call returns all of them. */
export type ListedJob = Pick<Job, 'jobId' | 'jobCode' | 'project' | 'address' | 'status' | 'assignedToName'>;

export type SignIn = { token: string; email: string };

/** The storage key of the signed-in user for the floors. */
export const signInKey = 'sign-in';

export function signedIn(): SignIn {
  return JSON.parse(localStorage.getItem(signInKey) ?? '{}') as SignIn;
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const { token } = signedIn();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`/api${path}`, { ...init, headers });
  return ((await response.json()) as { body: T }).body;
}

/** Makes the call of the product's own job list, with the token of the same user. */
export async function readJobs(): Promise<ListedJob[]> {
  const body = JSON.stringify({ username: signedIn().email });
  const { items } = await ask<{ items: ListedJob[] }>('/v2/evjobs', { method: 'POST', body });
  return items;
}

/** Makes the product's own call of one job. */
export function readJob(jobId: string): Promise<ListedJob> {
  return ask(`/jobs/${jobId}`);
}

export function jobPath(jobId: string): string {
  return `/jobs/update/${jobId}`;
}
