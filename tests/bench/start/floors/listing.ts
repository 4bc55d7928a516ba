import type { Job } from '../../../../src/contract/job.ts';

/** What the floors show of a job; the call answers with all of it. */
export type ListedJob = Pick<Job, 'jobId' | 'jobCode' | 'project' | 'address' | 'status' | 'assignedToName'>;

export type SignIn = { token: string; email: string };

/** Where the floors find who is signed in. */
export const signInKey = 'sign-in';

export function signedIn(): SignIn {
  return JSON.parse(localStorage.getItem(signInKey) ?? '{}') as SignIn;
}

/** The call of the product's own job list, with the token of the same person. */
export async function readJobs(): Promise<ListedJob[]> {
  const { token, email } = signedIn();
  const answer = await fetch('/api/v2/evjobs', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username: email }),
  });
  const { body } = (await answer.json()) as { body: { items: ListedJob[] } };
  return body.items;
}
