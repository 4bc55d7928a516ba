import { Camera, FileText } from 'lucide';
import type { Job } from '../../../contract/jobs/job.ts';
import { type Attachment, hasDetails, isPdf, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { usePhotoSlots } from '../photos/usePhotoSlots.ts';

/** Returns the plans to build from: the PDF that was delivered last and still counts, or else the newest that is with the job. */
function planOf({ deliverables, attachments }: JobDetails): Attachment | undefined {
  const delivered = deliverables.filter(({ superseded, withdrawn }) => !superseded && !withdrawn);
  const own = attachments.filter(({ communicationId }) => !communicationId);
  return [...delivered.map(({ file }) => file), ...own.toReversed(), ...attachments.toReversed()].find(
    (file): file is Attachment => file !== null && isPdf(file),
  );
}

const shows = (id: string) => () => document.getElementById(id)?.scrollIntoView();

/** The photos that the job needs, of which it says how many are there, and its plans. Both keep their places where it has none. */
export function SiteButtons({ job }: { job: Job | JobDetails }) {
  const rest = hasDetails(job) ? job : null;
  const { listed, missing, isShown, isLoading } = usePhotoSlots(rest);
  const plan = rest && planOf(rest);
  return (
    <>
      <Button aria-disabled={rest !== null && !isLoading && !isShown} onClick={shows('photos')}>
        <Icon of={Camera} />
        <span>
          Photos
          {listed.length > 0 && (
            <>
              {' '}
              <br />
              {listed.length - missing.length} of {listed.length}
            </>
          )}
        </span>
      </Button>
      {plan ? (
        <ButtonLink to="/plans/$jobId/$key" params={{ jobId: job.jobId, key: plan.key }}>
          <Icon of={FileText} />
          Plans
        </ButtonLink>
      ) : (
        <Button aria-disabled={rest !== null}>
          <Icon of={FileText} />
          Plans
        </Button>
      )}
    </>
  );
}
