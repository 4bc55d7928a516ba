import { useQuery } from '@tanstack/react-query';
import { Check, CircleDashed, CloudUpload, ListChecks, Send } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { previewQuery } from '../../../api/attachments.ts';
import { checklistsQuery } from '../../../api/checklists.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { Attachment, JobDetails } from '../../../contract/jobDetails.ts';
import { counted } from '../../../format/counted.ts';
import { pageOutbox } from '../../../outbox/pageOutbox.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import { answerShot, askForShots } from '../../../outbox/sendShots.ts';
import { sendStateText } from '../../../outbox/sendState.ts';
import type { WaitingAnswer } from '../../../outbox/waitingAnswers.ts';
import { getOwner } from '../../../session/session.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { PhotoButtons } from '../../../ui/files/PhotoButtons.tsx';
import { Thumb } from '../../../ui/files/Thumb.tsx';
import { openViewer } from '../../../ui/files/viewer.ts';
import { useAction } from '../../../ui/useAction.ts';
import { useNear } from '../../../ui/useNear.ts';
import { useTicking } from '../../../ui/useTicking.ts';
import { FormSection } from '../form/FormSection.tsx';
import styles from './JobPhotos.module.css';
import { isMissing, type Slot, slotGroupsOf } from './slots.ts';

/** The photos that a job needs by the checklists of its services: what is there, what is missing, and a camera for each. */
export function JobPhotos({ job }: { job: JobDetails }) {
  const isAdmin = useProfile().userType === 'ADMIN';
  const { data: shots, isLoading } = useQuery(checklistsQuery());
  const records = useSyncExternalStore(onWaitingChange, waitingRecords);
  const groups = useMemo(() => slotGroupsOf(job, shots ?? [], records), [job, shots, records]);
  const listed = groups.flatMap(({ service, slots }) => (service ? slots : []));
  const missing = listed.filter(isMissing);
  const isOpen = job.status === 'IN_PROGRESS' || job.status === 'ON_HOLD';
  const hasPhotos = groups.some(({ slots }) => !slots.every(isMissing));
  if (isLoading) return <div hidden data-awaiting-photos="" />;
  // Nobody takes photos for a closed job.
  if (groups.length === 0 || (!isOpen && !hasPhotos)) return null;
  return (
    <FormSection title="Photos">
      {listed.length > 0 && (
        <div className="row" data-ends="">
          <p>
            {missing.length === 0
              ? 'All photos are here.'
              : `${listed.length - missing.length} of ${counted(listed.length, 'photo')}`}
          </p>
          {isOpen && missing.length > 0 && <AskButton job={job} missing={missing} />}
        </div>
      )}
      {groups.map(({ service, title, slots }) => (
        <section key={title} className="stack" data-tight="" aria-label={title}>
          {(groups.length > 1 || listed.length === 0 || isAdmin) && (
            <div className="row" data-ends="">
              <h3 className="lettering">{title}</h3>
              {service && isAdmin && (
                <ButtonLink to="/checklists/$service" params={{ service }} variant="quiet" data-no-print="">
                  <ListChecks aria-hidden />
                  Edit list<span className="visually-hidden">{` of ${title}`}</span>
                </ButtonLink>
              )}
            </div>
          )}
          <ul className={styles.slots}>
            {slots.map((slot) => (
              <SlotRow key={slot.shotId} job={job} slot={slot} />
            ))}
          </ul>
        </section>
      ))}
    </FormSection>
  );
}

/** Asks for the missing shots in the job's chat (staff). */
function AskButton({ job, missing }: { job: JobDetails; missing: readonly Slot[] }) {
  const profile = useProfile();
  const { busy, run } = useAction(async () => {
    await askForShots(getOwner(), job, profile, missing);
    toast(`Asked for ${counted(missing.length, 'photo')} in the chat.`);
  }, toastError);
  if (!isStaff(profile.userType)) return null;
  return (
    <Button busy={busy} onClick={() => void run()}>
      <Send aria-hidden />
      Ask for missing shots
    </Button>
  );
}

function SlotRow({ job, slot }: { job: JobDetails; slot: Slot }) {
  const profile = useProfile();
  const { name, hint, example, photos, waiting } = slot;
  return (
    <li className={styles.slot}>
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {hint && (
          <p className="soft small" dir="auto">
            {hint}
          </p>
        )}
        <SlotState slot={slot} />
      </div>
      {example && (
        <Photo jobId={job.jobId} file={example} files={[example]} label={`Example of ${name}`}>
          <span className="small">Example</span>
        </Photo>
      )}
      {photos.length + waiting.length > 0 && (
        <ul className={styles.photos} aria-label={`Photos of ${name}`}>
          {waiting.map((record) => (
            <li key={record.clientId}>
              <WaitingPhoto record={record} />
            </li>
          ))}
          {photos.map((file) => (
            <li key={file.key}>
              <Photo jobId={job.jobId} file={file} files={photos} label={`View photo of ${name}`} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <PhotoButtons
          subject={name}
          onPhotos={(files) => answerShot(getOwner(), job, profile, slot, files)}
        />
      </div>
    </li>
  );
}

function SlotState({ slot }: { slot: Slot }) {
  const { photos, waiting } = slot;
  const isHere = photos.length > 0;
  const Icon = isHere ? Check : waiting.length > 0 ? CloudUpload : CircleDashed;
  const text = isHere ? counted(photos.length, 'photo') : waiting.length > 0 ? 'On its way' : 'Missing';
  return (
    <p className={styles.state} data-missing={isMissing(slot) || undefined}>
      <Icon aria-hidden />
      {text}
    </p>
  );
}

type PhotoProps = {
  jobId: string;
  file: Attachment;
  /** What the viewer goes through. */
  files: readonly Attachment[];
  label: string;
  children?: ReactNode;
};

/** The thumbnail of a photo, which opens the viewer. */
function Photo({ jobId, file, files, label, children }: PhotoProps) {
  const [frame, near] = useNear<HTMLSpanElement>();
  const thumb = useQuery({ ...previewQuery(file, 'thumb'), enabled: near });
  return (
    <button
      type="button"
      className={styles.photo}
      aria-label={label}
      onClick={() => openViewer({ jobId, files, key: file.key })}
    >
      <Thumb ref={frame} picture={thumb.isError ? null : thumb.data} contentType={file.contentType} small />
      {children}
    </button>
  );
}

/** A photo that has not arrived, from the bytes on this device, and its state. */
function WaitingPhoto({ record }: { record: WaitingAnswer }) {
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
