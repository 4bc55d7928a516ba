import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { SearchFilter } from '../../../api/queries.ts';
import { isStaff, openStatuses } from '../../../contract/enums.ts';
import type { Job, JobListingCategory } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';
import { fileSize } from '../../../format/fileSize.ts';
import type { OfflineJob } from '../../../offline/offlineJobs.ts';
import { removeFromOffline } from '../../../offline/saveForOffline.ts';
import type { OfflineJobs } from '../../../offline/shownOfflineJobs.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { ConfirmButton } from '../../../ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { type JobListSearch, searchFilterOf } from '../filters/jobListSearch.ts';
import { OpenJobs } from './OpenJobs.tsx';
import { notYetPossible, offlineJobText } from './offlineJobText.ts';
import { SaveOffer, saveOnDevice, useSaveOffer } from './SaveOffer.tsx';
import { useOfflineJobs } from './useOfflineJobs.ts';

/** Each job is at least one request. */
const maxJobs = 100;

/** The first jobs of a filter, page after page. */
function jobsToSaveQuery(filter: SearchFilter, email: string) {
  return queryOptions({
    queryKey: ['jobsToSave', email, filter] as const,
    queryFn: async ({ signal }) => {
      const jobs: Job[] = [];
      let startAfter: string | null | undefined;
      while (jobs.length < maxJobs && startAfter !== null) {
        const body = startAfter === undefined ? filter : { ...filter, startAfter };
        const page = await call('searchJobs', { body, signal });
        jobs.push(...page.items);
        startAfter = page.startAfter;
      }
      return { jobs: jobs.slice(0, maxJobs), isCut: jobs.length > maxJobs || startAfter !== null };
    },
    gcTime: 0,
    staleTime: 0,
  });
}

type Props = { category: JobListingCategory; search: JobListSearch; open: boolean; onClose: () => void };

/** Asks which jobs to save for offline, says how large they are, and lists those that are saved. */
export function SaveJobsForOfflineDialog({ category, search, open, onClose }: Props) {
  const { email, userType } = useProfile();
  const [which, setWhich] = useState<'own' | 'list' | ''>('');
  const own = isStaff(userType) ? { assignedTo: email } : {};
  const filter = which === 'own' ? { ...own, statuses: openStatuses } : searchFilterOf(category, search);
  const found = useQuery({
    ...jobsToSaveQuery(filter, email),
    enabled: open && which !== '',
  });
  const saved = useOfflineJobs();
  const byHand = [...saved.jobs.values()].filter(({ open }) => !open);
  const { data } = found;
  const wanted = (data?.jobs ?? []).filter(({ jobId }) => !saved.jobs.has(jobId));
  const offer = useSaveOffer(wanted, open && saved.possible && which !== '');

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save for offline"
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button
            variant="primary"
            aria-disabled={!offer.isPossible}
            onClick={() => {
              if (!offer.isPossible) return;
              setWhich('');
              saveOnDevice(wanted);
            }}
          >
            Save
          </Button>
        </>
      }
    >
      <div className="stack">
        <OpenJobs />
        <p>You can also save job details, chats, and files of other jobs to view when you’re offline.</p>
        {!saved.possible && <p role="status">{notYetPossible}</p>}
        <RadioGroup
          label="Jobs to save"
          name="which"
          required
          options={{
            own: isStaff(userType) ? 'All open jobs assigned to me' : 'All my open jobs',
            list: 'Jobs in this list',
          }}
          value={which}
          onChange={setWhich}
        />
        {found.error && <TryAgain query={found} what="jobs" />}
        {data && wanted.length === 0 && (
          <p>{data.jobs.length === 0 ? 'No jobs to save.' : 'All of these jobs are already saved.'}</p>
        )}
        {data?.isCut && <p>Only the first {maxJobs} jobs are included. Filter the list to save others.</p>}
        {saved.possible && wanted.length > 0 && <SaveOffer offer={offer} />}
        {byHand.length > 0 && <OfflineJobList jobs={byHand} saved={saved} onOpen={onClose} />}
      </div>
    </Dialog>
  );
}

type OfflineJobListProps = { jobs: readonly OfflineJob[]; saved: OfflineJobs; onOpen: () => void };

/** The jobs that the user saved on this device, with their progress and age. */
function OfflineJobList({ jobs, saved, onOpen }: OfflineJobListProps) {
  return (
    <section className="stack" aria-label="Jobs saved for offline">
      <h3 className="section-title">Saved on this device ({jobs.length})</h3>
      <ul className="stack" data-tight="">
        {jobs.map((job) => (
          <li key={job.jobId} className="row" data-ends="" style={{ flexWrap: 'nowrap' }}>
            <div style={{ minInlineSize: 0, overflowWrap: 'anywhere' }}>
              <Link to="/jobs/update/$jobId" params={{ jobId: job.jobId }} onClick={onOpen}>
                <bdi>{job.project || job.jobCode}</bdi>
              </Link>
              <p className="soft small">
                {offlineJobText(job, saved)}
                {job.totalBytes > 0 && ` · ${fileSize(job.totalBytes)}`}
              </p>
            </div>
            <IconButton
              icon={X}
              label={`Remove ${job.project || job.jobCode} from this device`}
              onClick={() => void removeFromOffline([job.jobId])}
            />
          </li>
        ))}
      </ul>
      <div>
        <ConfirmButton
          label="Remove all from this device"
          title={`Remove ${counted(jobs.length, 'saved job')} from this device?`}
          confirm="Remove"
          onConfirm={() => void removeFromOffline(jobs.map(({ jobId }) => jobId))}
        >
          You need a connection to save them again.
        </ConfirmButton>
      </div>
    </section>
  );
}
