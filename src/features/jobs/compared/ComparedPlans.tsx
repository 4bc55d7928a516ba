import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { shownNameOf } from '../../../api/attachments.ts';
import { comparisonsQuery } from '../../../api/comparisonsQuery.ts';
import { revisedJobsQuery } from '../../../api/revisedJobs.ts';
import { isStaff } from '../../../contract/enums.ts';
import { comparedPairs, type OfferedPair } from '../../../contract/jobs/comparable.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { summaryOf } from '../../../format/comparison.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Section } from '../../../ui/Section.tsx';
import styles from '../page/JobView.module.css';

/** Says what differs between the sets of a job and those before them, or offers to compare them. */
export function ComparedPlans({ job }: { job: JobDetails }) {
  const { data: revised } = useQuery({ ...revisedJobsQuery(job), enabled: job.revisionOf !== null });
  const pairs = comparedPairs([job, ...(revised ?? [])]);
  if (pairs.length === 0) return null;
  return (
    <Section title="What changed" tight>
      <ul className={styles.revisions}>
        {pairs.map((pair) => (
          <ComparedPair key={`${pair.after.key} ${pair.before.file.key}`} job={job} pair={pair} />
        ))}
      </ul>
    </Section>
  );
}

function ComparedPair({ job, pair: { after, before } }: { job: JobDetails; pair: OfferedPair }) {
  const { userType } = useProfile();
  const { data: stored } = useQuery(comparisonsQuery(job.jobId));
  const answer = stored?.find(
    ({ comparison, byStaff }) =>
      comparison.after.key === after.key &&
      comparison.before.key === before.file.key &&
      (byStaff || !isStaff(userType)),
  );
  const where = before.job.jobId === job.jobId ? '' : ` of ${before.job.jobCode}`;
  return (
    <li>
      <Link
        to="/plans/$jobId/$key"
        params={{ jobId: job.jobId, key: after.key }}
        search={{ compare: before.file.key }}
      >
        {answer ? summaryOf(answer.comparison.sheets) : 'Compare the sets'}
      </Link>
      <p className="soft small">
        <bdi translate="no">{shownNameOf(after)}</bdi>, compared with{' '}
        <bdi translate="no">{shownNameOf(before.file)}</bdi>
        {where}
      </p>
    </li>
  );
}
