import { useQuery } from '@tanstack/react-query';
import { Check, CircleDashed, CloudUpload, ListChecks, Send } from 'lucide';
import { useMemo, useSyncExternalStore } from 'react';
import { checklistsQuery } from '../../../api/checklistsQuery.ts';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { counted } from '../../../format/counted.ts';
import { onWaitingChange, waitingRecords } from '../../../outbox/records/waiting.ts';
import { answerShot, askForShots } from '../../../outbox/sends/sendShots.ts';
import { getOwner } from '../../../session/session.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { PhotoButtons } from '../../../ui/files/PhotoButtons.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useAction } from '../../../ui/useAction.ts';
import styles from './JobPhotos.module.css';
import { SlotPhoto, WaitingPhoto } from './SlotPhoto.tsx';
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
    <Section title="Photos">
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
                  <Icon of={ListChecks} />
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
    </Section>
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
      <Icon of={Send} />
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
        <SlotPhoto jobId={job.jobId} file={example} files={[example]} label={`Example of ${name}`}>
          <span className="small">Example</span>
        </SlotPhoto>
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
              <SlotPhoto jobId={job.jobId} file={file} files={photos} label={`View photo of ${name}`} />
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
  const icon = isHere ? Check : waiting.length > 0 ? CloudUpload : CircleDashed;
  const text = isHere ? counted(photos.length, 'photo') : waiting.length > 0 ? 'On its way' : 'Missing';
  return (
    <p className={styles.state} data-missing={isMissing(slot) || undefined}>
      <Icon of={icon} />
      {text}
    </p>
  );
}
