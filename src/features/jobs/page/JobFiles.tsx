import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { mayEditJob } from '../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../session/useSession.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import { FormSection } from '../FormSection.tsx';
import { JobFile } from './JobFile.tsx';
import styles from './JobFiles.module.css';

/** The files of a job and of its chat, to download one by one or as a ZIP. */
export function JobFiles({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const howToAdd = mayEditJob(job.status, userType)
    ? 'Select Edit job to add files, or attach them in chat.'
    : 'Attach files in chat.';
  return (
    <FormSection title="Files">
      {job.attachments.length === 0 ? (
        <p className="soft">
          No files yet. {job.jobAttachmentLinks ? 'Documents were provided as links.' : howToAdd}
        </p>
      ) : (
        <ul className={styles.files}>
          {job.attachments.map((file) => (
            <JobFile key={file.key} job={job} file={file} />
          ))}
        </ul>
      )}
      <div className="row">
        <DownloadButton
          label="Download all (ZIP)"
          request={{ format: 'zip', jobId: job.jobId }}
          fileName={`${job.jobCode}.zip`}
        />
      </div>
    </FormSection>
  );
}
