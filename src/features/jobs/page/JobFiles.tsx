import { useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import { hasPreview, type JobDetails, lacksDocuments } from '../../../contract/jobs/jobDetails.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Section } from '../../../ui/Section.tsx';
import { DownloadButton } from '../DownloadButton.tsx';
import { JobFile } from './JobFile.tsx';
import styles from './JobFiles.module.css';

/** Cards before the user asks for all. */
const firstCards = 6;

/**
 * The files of a job and of its chat as cards, those with a picture first, to download one by one or as a ZIP: in one row on a phone,
 * which is as high with two files as with forty.
 */
export function JobFiles({ job }: { job: JobDetails }) {
  const { userType } = useProfile();
  const [all, setAll] = useState(false);
  const { attachments } = job;
  const pictured = attachments.filter(({ contentType }) => hasPreview(contentType));
  const files = [...pictured, ...attachments.filter((file) => !pictured.includes(file))];
  const download = (
    <DownloadButton
      label="Download all (ZIP)"
      variant="quiet"
      request={{ format: 'zip', jobId: job.jobId }}
      fileName={`${job.jobCode}.zip`}
    />
  );
  if (files.length === 0) {
    if (lacksDocuments(job) && (job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD')) {
      return (
        <Section
          tight
          title={
            <>
              Files <Badge tone="stamp">Documents missing</Badge>
            </>
          }
        >
          <p>
            {isStaff(userType)
              ? 'The client still has to send them.'
              : 'We need your documents before we can begin. Attach them in the chat, or add links with Edit job.'}
          </p>
        </Section>
      );
    }
    return (
      <Section title="Files" empty>
        <p className="soft">{job.jobAttachmentLinks ? 'Provided as links.' : 'No files yet.'}</p>
        {download}
      </Section>
    );
  }
  return (
    <Section title="Files">
      <ul className={styles.cards} data-all={all || undefined}>
        {(all ? files : files.slice(0, firstCards)).map((file) => (
          <JobFile key={file.key} job={job} file={file} card />
        ))}
      </ul>
      <div className="row">
        {!all && files.length > firstCards && (
          <Button variant="quiet" onClick={() => setAll(true)}>
            Show all {files.length} files
          </Button>
        )}
        {download}
      </div>
    </Section>
  );
}
