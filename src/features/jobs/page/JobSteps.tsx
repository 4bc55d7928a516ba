import { deliveredOf } from '../../../contract/jobs/delivered.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { hasDetails, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { exactDay, exactTime, machineTime } from '../../../format/date.ts';
import { useServerTicking } from '../../../ui/useTicking.ts';
import { dueDayText } from '../due/dueText.ts';
import { jobStepsOf, nextStepText } from './jobProgress.ts';
import styles from './Steps.module.css';

/** How far a job is, for its client: what was done and when, what is expected, and one sentence of what comes next. */
export function JobSteps({ job }: { job: Job | JobDetails }) {
  const steps = jobStepsOf(job, hasDetails(job) ? job : null);
  // What was delivered is said to be so, with what comes next, above.
  const isDelivered = hasDetails(job) && deliveredOf(job).length > 0;
  // The head of the page says so.
  const isLate = useServerTicking((now) => (job.due && job.due.end <= now ? 'late' : ''));
  return (
    <>
      <ol className={styles.steps} aria-label="Steps">
        {steps.map(({ name, isDone, seconds, expected }) => (
          <li key={name} className={`${styles.moment} ${styles.step}`} data-done={isDone || undefined}>
            {isDone !== undefined && (
              <span className="visually-hidden">{isDone ? 'Done: ' : 'Not yet: '}</span>
            )}
            <span>{name}</span>
            {seconds ? (
              <time className="soft small" dateTime={machineTime(seconds)} title={exactTime(seconds)}>
                {exactDay(seconds)}
              </time>
            ) : (
              expected && !isLate && <span className="soft small">Expected {dueDayText(expected)}</span>
            )}
          </li>
        ))}
      </ol>
      {!isDelivered && <p>{nextStepText(job, false)}</p>}
    </>
  );
}
