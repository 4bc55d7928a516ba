import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide';
import type { ReactNode } from 'react';
import { downloadAttachment, previewQuery, shownNameOf } from '../../../api/attachments.ts';
import { type Attachment, hasPreview, isPdf, type JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { FileName } from '../../../ui/files/FileName.tsx';
import { OpenFile } from '../../../ui/files/OpenFile.tsx';
import { PhotoData } from '../../../ui/files/PhotoData.tsx';
import { PreviewNote } from '../../../ui/files/PreviewNote.tsx';
import { typeWord } from '../../../ui/files/pickedFile.ts';
import { Thumb } from '../../../ui/files/Thumb.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { useAction } from '../../../ui/useAction.ts';
import { useNear } from '../../../ui/useNear.ts';
import { ShareButton } from '../deliverables/ShareButton.tsx';
import styles from './JobFiles.module.css';

type Props = {
  job: Pick<JobDetails, 'jobId' | 'attachments' | 'deliverables'>;
  file: Attachment;
  /** Badges below its name. */
  marks?: ReactNode;
  /** Replaces its size, uploader and date. */
  about?: ReactNode;
  /** Further buttons. */
  actions?: ReactNode;
  /** The download is what the user came for; the file can be handed on. */
  prominent?: boolean;
  /** Its picture above its name rather than beside it. */
  card?: boolean;
};

/** One file with its size, uploader and date. A PDF or a photo opens by a tap on its thumbnail, its name or what is empty beside them. */
export function JobFile({ job, file, marks, about, actions, prominent = false, card = false }: Props) {
  const name = shownNameOf(file);
  const uploader = file.uploadedByName || file.uploadedBy;
  const isShowable = hasPreview(file.contentType);
  const [frame, near] = useNear<HTMLSpanElement>(isShowable);
  const thumb = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });

  const delivered = job.deliverables.flatMap((deliverable) => deliverable.file ?? []);
  const { busy: saving, run: save } = useAction(
    () => downloadAttachment(file),
    (error) => toastFailure(`download ${name}`, error, () => void save()),
  );

  return (
    <li className={styles.file} data-tall={about ? '' : undefined} data-card={card || undefined}>
      {isShowable ? (
        <OpenFile
          jobId={job.jobId}
          file={file}
          files={[...delivered, ...job.attachments]}
          className={styles.view}
          label={`${isPdf(file) ? 'Open' : 'Preview'} ${name}`}
        >
          <Thumb
            ref={frame}
            picture={thumb.isError ? null : thumb.data}
            contentType={file.contentType}
            small={!card}
          />
        </OpenFile>
      ) : (
        <span className={styles.type}>{typeWord({ name, type: file.contentType })}</span>
      )}
      <div className={styles.words}>
        <p className={styles.name}>
          <FileName name={name} />
        </p>
        {marks}
        {about ?? (
          <p className="soft small">
            {fileSize(file.size)}
            {uploader && ` · ${uploader}`}
            {file.createdTimestamp > 0 && (
              <>
                {' · '}
                <Time seconds={file.createdTimestamp} />
              </>
            )}
            {file.communicationId && ' · From chat'}
          </p>
        )}
        <PreviewNote of={thumb.data} className={styles.data} />
        <PhotoData file={file} className={styles.data} />
      </div>
      <div className={styles.actions}>
        {!prominent && actions}
        {card ? (
          <IconButton icon={Download} label={`Download ${name}`} busy={saving} onClick={() => void save()} />
        ) : (
          <Button variant={prominent ? 'primary' : 'quiet'} busy={saving} onClick={() => void save()}>
            <Icon of={Download} />
            Download
            <span className="visually-hidden" translate="no">
              {' '}
              {name}
            </span>
          </Button>
        )}
        {prominent && <ShareButton file={file} />}
        {prominent && actions}
      </div>
    </li>
  );
}
