import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { fileSize } from '../../../format/fileSize.ts';
import { removeSavedJobs } from '../../../session/saveForOffline.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import styles from './PreparedJobs.module.css';
import { preparedWords } from './siteWords.ts';
import { useSite } from './useSite.ts';

type Props = { title: string; onOpen: () => void };

/** The jobs that are on this device, each a link, with how far and how old it is. */
export function PreparedJobs({ title, onOpen }: Props) {
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
