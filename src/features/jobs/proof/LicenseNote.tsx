import { useQuery } from '@tanstack/react-query';
import { licensesQuery } from '../../../api/licensesQuery.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { licenseProblem } from '../../../contract/proof/proof.ts';
import { counted } from '../../../format/counted.ts';
import { isoDay } from '../../../format/date.ts';
import { useProfile } from '../../../session/useSession.ts';

type Props = {
  jobs: readonly Pick<Job, 'address' | 'due'>[];
  /** Email of whoever is, or is to be, assigned; empty for nobody. */
  assignee: string;
};

/** Says where the assignee may not seal a job: not licensed in its state, or not any more by the day it is due. */
export function LicenseNote({ jobs, assignee }: Props) {
  const { data: licenses = [] } = useQuery(licensesQuery());
  const { email: reader } = useProfile();
  const whom = { assignee, reader, today: isoDay() };
  const problems = jobs.flatMap((job) => licenseProblem(job, licenses, whom) ?? []);
  if (problems.length === 0) return null;
  return (
    <div role="note">
      {[...new Set(problems)].map((problem) => {
        const count = problems.filter((one) => one === problem).length;
        return <p key={problem}>{jobs.length > 1 ? `${problem} (${counted(count, 'job')})` : problem}</p>;
      })}
    </div>
  );
}
