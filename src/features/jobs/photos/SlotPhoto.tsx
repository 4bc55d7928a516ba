import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { previewQuery } from '../../../api/attachments.ts';
import type { Attachment } from '../../../contract/jobs/jobDetails.ts';
import type { WaitingAnswer } from '../../../outbox/kinds/messageKind.ts';
import { sendStateText } from '../../../outbox/kinds/sendState.ts';
import { pageOutbox } from '../../../outbox/pageOutbox.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import { OpenFile } from '../../../ui/files/OpenFile.tsx';
import { Thumb } from '../../../ui/files/Thumb.tsx';
import { useNear } from '../../../ui/useNear.ts';
import { useTicking } from '../../../ui/useTicking.ts';
import styles from './JobPhotos.module.css';

type PhotoProps = {
  jobId: string;
  file: Attachment;
  /** What the viewer goes through. */
  files: readonly Attachment[];
  label: string;
  children?: ReactNode;
};

/** The thumbnail of a photo, which opens the viewer. */
export function SlotPhoto({ jobId, file, files, label, children }: PhotoProps) {
  const [frame, near] = useNear<HTMLSpanElement>();
  const thumb = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  return (
    <OpenFile jobId={jobId} file={file} files={files} className={styles.photo} label={label}>
      <Thumb ref={frame} picture={thumb.isError ? null : thumb.data} contentType={file.contentType} small />
      {children}
    </OpenFile>
  );
}

/** A photo that has not arrived, from the bytes on this device, and its state. */
export function WaitingPhoto({ record }: { record: WaitingAnswer }) {
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const state = useTicking((now) => sendStateText(record, records, now));
  const [picture, setPicture] = useState<Blob | null>(null);
  // Its bytes never change, and leave the outbox once it has arrived.
  const [first] = useState(record);
  useEffect(() => {
    let isOver = false;
    void pageOutbox()
      .files(first)
      .then((files) => {
        const [file] = files ?? [];
        if (file && !isOver) setPicture(new Blob([...file.chunks], { type: file.type }));
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [first]);
  return (
    <span className={styles.waiting}>
      <Thumb ref={null} picture={picture} contentType="image/jpeg" small />
      <span className="small">{state}</span>
    </span>
  );
}
