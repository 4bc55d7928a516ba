import { Download } from 'lucide-react';
import { useState } from 'react';
import { callForBlob, saveBlob, type Transfer } from '../../api/client.ts';
import type { JobDetails } from '../../contract/job.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { toast } from '../../ui/toast.ts';
import { FormSection } from './FormSection.tsx';
import { JobFile } from './JobFile.tsx';
import styles from './JobFiles.module.css';

/** All files of a job and of its conversation: to look at, to save one by one, or all at once. */
export function JobFiles({ job }: { job: JobDetails }) {
  const [transfer, setTransfer] = useState<Transfer | null>(null);

  async function saveAll() {
    setTransfer({ transferred: 0, total: 0 });
    try {
      const zip = await callForBlob('download', {
        body: { format: 'zip', jobId: job.jobId },
        onProgress: setTransfer,
      });
      saveBlob(zip, `${job.jobCode}.zip`);
    } catch (error) {
      toast(`The files could not be saved. ${error instanceof Error ? error.message : ''}`, {
        tone: 'bad',
        action: { label: 'Try again', run: () => void saveAll() },
      });
    } finally {
      setTransfer(null);
    }
  }

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
      {transfer && (
        <Progress
          label="Collecting files and conversation"
          {...(transfer.total > 0 ? { value: transfer.transferred, max: transfer.total } : {})}
          detail={fileSize(transfer.transferred)}
        />
      )}
      <div className="row">
        <Button busy={transfer !== null} onClick={() => void saveAll()}>
          <Download aria-hidden />
          Files and conversation as ZIP
        </Button>
      </div>
    </FormSection>
  );
}
