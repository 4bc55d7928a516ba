import { useQuery } from '@tanstack/react-query';
import { Download, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { attachmentQuery, downloadAttachment, fileNameOf, previewQuery } from '../../../api/attachments.ts';
import { type Attachment, hasPreview } from '../../../contract/jobDetails.ts';
import { documents } from '../../../device/documents.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { FileName } from '../../../ui/files/FileName.tsx';
import { FileView } from '../../../ui/files/FileView.tsx';
import { typeWord } from '../../../ui/files/pickedFile.ts';
import { Thumb } from '../../../ui/files/Thumb.tsx';
import { Time } from '../../../ui/Time.tsx';
import { useNear } from '../../../ui/useNear.ts';
import styles from './JobFiles.module.css';

type Props = {
  file: Attachment;
  /** Badges below its name. */
  marks?: ReactNode;
  /** Replaces its size, uploader and date. */
  about?: ReactNode;
  /** Buttons before the download. */
  actions?: ReactNode;
  /** Draws attention to the download. */
  prominent?: boolean;
};

/** One file with its size, uploader and date; images and PDFs open in place. */
export function JobFile({ file, marks, about, actions, prominent = false }: Props) {
  const name = fileNameOf(file);
  const [shown, setShown] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [saving, setSaving] = useState(false);
  const isShowable = hasPreview(file.contentType);
  const [frame, near] = useNear<HTMLSpanElement>(isShowable);
  const thumb = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  const page = useQuery({ ...previewQuery(file, 'page'), enabled: shown });
  const preview = page.isError ? null : page.data;
  const whole = useQuery({ ...attachmentQuery(file), enabled: shown && (wanted || preview === null) });

  async function save() {
    setSaving(true);
    try {
      await downloadAttachment(file);
    } catch (reason) {
      toast(`Couldn’t download ${name}. ${reason instanceof Error ? reason.message : ''}`, {
        tone: 'bad',
        action: { label: 'Try again', run: () => void save() },
      });
    } finally {
      setSaving(false);
    }
  }

  return (
    <li className={styles.file} data-tall={about ? '' : undefined}>
      {isShowable ? (
        <Thumb ref={frame} picture={thumb.isError ? null : thumb.data} contentType={file.contentType} small />
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
            {file.uploadedBy && ` · ${file.uploadedBy}`}
            {file.createdTimestamp > 0 && (
              <>
                {' · '}
                <Time seconds={file.createdTimestamp} />
              </>
            )}
            {file.communicationId && ' · From chat'}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {isShowable && (
          <Button variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            {shown ? 'Hide preview' : 'Preview'}
            <span className="visually-hidden">{shown ? ` of ${name}` : ` ${name}`}</span>
          </Button>
        )}
        {actions}
        <Button variant={prominent ? 'secondary' : 'quiet'} busy={saving} onClick={() => void save()}>
          <Download aria-hidden />
          Download
          <span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      {shown && (
        <div className={styles.preview}>
          <FileView
            name={name}
            contentType={file.contentType}
            size={file.size}
            preview={preview}
            busy={page.isFetching}
            whole={whole}
            documents={documents}
            onOpen={() => setWanted(true)}
          />
        </div>
      )}
    </li>
  );
}
