import { useState } from 'react';
import { hasPreview, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
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
