import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { SearchFilter } from '../../../api/queries.ts';
import { isStaff, type JobStatus } from '../../../contract/enums.ts';
import type { Job, JobListingCategory } from '../../../contract/job.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { removeSavedJobs } from '../../../session/saveForOffline.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { jobsWords } from '../bulk/bulkWords.ts';
import { type JobListSearch, searchFilterOf } from '../filters/jobListSearch.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import styles from './PreparedJobs.module.css';
import { prepareOnDevice } from './prepareOnDevice.ts';
import { SiteOffer } from './SiteOffer.tsx';
import { fits, notYetPossible, preparedWords } from './siteWords.ts';
import { useMeasure } from './useMeasure.ts';
import { useSite } from './useSite.ts';

/** More at once would be hundreds of requests. */
const mostAtOnce = 100;

/** The first jobs of a filter, page after page, for preparing them. */
function siteJobsQuery(filter: SearchFilter, email: string) {
  return queryOptions({
    queryKey: ['siteJobs', email, filter] as const,
    queryFn: async ({ signal }) => {
      const jobs: Job[] = [];
      let startAfter: string | null | undefined;
      while (jobs.length < mostAtOnce && startAfter !== null) {
        const body = startAfter === undefined ? filter : { ...filter, startAfter };
        const page = await call('searchJobs', { body, signal });
        jobs.push(...page.items);
        startAfter = page.startAfter;
      }
      return { jobs: jobs.slice(0, mostAtOnce), isCut: jobs.length > mostAtOnce || startAfter !== null };
    },
    gcTime: 0,
    staleTime: 0,
  });
}

const openStatuses: JobStatus[] = ['IN_PROGRESS', 'ON_HOLD'];

type Props = { category: JobListingCategory; search: JobListSearch; open: boolean; onClose: () => void };

/** Which jobs to prepare, how large they are, and those that are prepared. */
export function PrepareJobsDialog({ category, search, open, onClose }: Props) {
  const { email, userType } = useProfile();
  const [tries, setTries] = useState(0);
  const [which, setWhich] = useState<'own' | 'list' | ''>('');
  const own = isStaff(userType) ? { assignedTo: email } : {};
  const filter = which === 'own' ? { ...own, statuses: openStatuses } : searchFilterOf(category, search);
  const { data, error, refetch } = useQuery({
    ...siteJobsQuery(filter, email),
    enabled: open && which !== '',
  });
  const site = useSite();
  const wanted = (data?.jobs ?? []).filter(({ jobId }) => !site.jobs.has(jobId));
  const measured = useMeasure(
    wanted.map(({ jobId }) => jobId),
    open && site.possible && which !== '',
    tries,
  );
  const ready = measured.size !== null && fits(measured.size);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Prepare for site"
      actions={
        <Button
          variant="primary"
          aria-disabled={!ready}
          onClick={() => {
            if (!ready) return;
            setWhich('');
            prepareOnDevice(wanted);
          }}
        >
          Keep on this device
        </Button>
      }
    >
      <div className="stack">
        <p>Details, conversations and files, to be read where there is no signal.</p>
        {!site.possible && <p role="status">{notYetPossible}</p>}
        <RadioGroup
          label="Which jobs"
          name="which"
          required
          options={{
            own: isStaff(userType) ? 'All open jobs assigned to me' : 'All my open jobs',
            list: 'The jobs of this list',
          }}
          value={which}
          onChange={setWhich}
        />
        {error && <LoadFailed what="The jobs" error={error} onRetry={() => void refetch()} />}
        {data && wanted.length === 0 && (
          <p>{data.jobs.length === 0 ? 'There are none.' : 'All of them are prepared.'}</p>
        )}
        {data?.isCut && (
          <p>
            The first {mostAtOnce} of more than {mostAtOnce}; narrow the list for others.
          </p>
        )}
        {site.possible && wanted.length > 0 && (
          <SiteOffer count={wanted.length} measured={measured} onAgain={() => setTries(tries + 1)} />
        )}
        <PreparedJobs title={`On this device: ${jobsWords(site.jobs.size)}`} onOpen={onClose} />
      </div>
    </Dialog>
  );
}

type PreparedJobsProps = { title: string; onOpen: () => void };

/** The jobs that are on this device, each a link, with how far and how old it is. */
function PreparedJobs({ title, onOpen }: PreparedJobsProps) {
  const site = useSite();
  const jobs = [...site.jobs.values()];
  if (jobs.length === 0) return null;
  return (
    <section className="stack" aria-label="Prepared jobs">
      <h3 className="section-title">{title}</h3>
      <ul className={styles.list}>
        {jobs.map((job) => (
          <li key={job.jobId} className={styles.job}>
            <div className={styles.words}>
              <Link to="/jobs/update/$jobId" params={{ jobId: job.jobId }} onClick={onOpen}>
                <bdi>{job.project || job.jobCode}</bdi>
              </Link>
              <p className="soft small">
                {preparedWords(job, site)}
                {job.totalBytes > 0 && ` · ${fileSize(job.totalBytes)}`}
              </p>
            </div>
            <IconButton
              icon={X}
              label={`Remove ${job.project || job.jobCode} from this device`}
              onClick={() => void removeSavedJobs([job.jobId])}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => void removeSavedJobs(jobs.map(({ jobId }) => jobId))}>Remove all</Button>
      </div>
    </section>
  );
}
