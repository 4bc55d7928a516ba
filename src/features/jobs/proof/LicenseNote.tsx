import { useQuery } from '@tanstack/react-query';
import { licensesQuery } from '../../../api/licensesQuery.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { licenseProblem } from '../../../contract/proof/proof.ts';
import { isoDay } from '../../../format/date.ts';

type Props = {
  job: Pick<Job, 'address' | 'due'>;
  /** Email of whoever is, or is to be, assigned; empty for nobody. */
  assignee: string;
};

/**
 * Says where the assignee may not seal the job: not licensed in its state, or not any more by the day it is due. Firms that keep no
 * licenses here are told nothing.
 */
export function LicenseNote({ job, assignee }: Props) {
  const { data: licenses = [] } = useQuery(licensesQuery());
  const today = isoDay();
  const day = job.due && job.due.date > today ? job.due.date : today;
  const own = licenses.filter(({ email }) => email === assignee);
  const problem = licenses.length > 0 && licenseProblem(job.address.state, own, day);
  return problem && <p role="note">{problem}</p>;
}
