import type { JobDetails } from '../../../contract/jobDetails.ts';
import { DownloadButton } from '../DownloadButton.tsx';
import { FormSection } from '../form/FormSection.tsx';
import { JobFile } from './JobFile.tsx';
import styles from './JobFiles.module.css';

/** The files of a job and of its conversation, to download one by one or as a ZIP. */
export function JobFiles({ job }: { job: JobDetails }) {
  return (
    <FormSection title="Files">
      {job.attachments.length === 0 ? (
        <p className="soft">
          No files yet.{' '}
          {job.jobAttachmentLinks
            ? 'The documents were given as links.'
            : 'Add them with “Edit job”, or in the chat.'}
        </p>
      ) : (
        <ul className={styles.files}>
          {job.attachments.map((file) => (
            <JobFile key={file.key} file={file} />
          ))}
        </ul>
      )}
      <div className="row">
        <DownloadButton
          label="Files and chat as ZIP"
          what="The archive"
          request={{ format: 'zip', jobId: job.jobId }}
          fileName={`${job.jobCode}.zip`}
        />
      </div>
    </FormSection>
  );
}
