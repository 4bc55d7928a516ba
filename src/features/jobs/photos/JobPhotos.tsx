import { Check, CircleDashed, CloudUpload, Images, ListChecks, Send } from 'lucide';
import { useRef, useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { counted } from '../../../format/counted.ts';
import { answerShot, askForShots } from '../../../outbox/sends/sendShots.ts';
import { getOwner } from '../../../session/session.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastError } from '../../../ui/feedback/toastError.ts';
import { PhotoButtons } from '../../../ui/files/PhotoButtons.tsx';
import { PhotoData } from '../../../ui/files/PhotoData.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useAction } from '../../../ui/useAction.ts';
import { useIsWide } from '../../../ui/useIsWide.ts';
import styles from './JobPhotos.module.css';
import { SlotPhoto, WaitingPhoto } from './SlotPhoto.tsx';
import { isHere, isMissing, type Slot, type SlotGroup } from './slots.ts';
import { usePhotoSlots } from './usePhotoSlots.ts';

/** The photos that a job needs by the checklists of its services: what is missing first, each with a camera. */
export function JobPhotos({ job }: { job: JobDetails }) {
  const { groups, listed, missing, isOpen, isShown, isLoading } = usePhotoSlots(job);
  /** Whether photos are picked on a phone rather than taken. */
  const [picks, setPicks] = useState(false);
  /** The shots that lacked something since the job was opened. They keep their places: a thumb is on its way to the next camera. */
  const lacking = useRef(new Set<string>()).current;
  for (const slot of groups.flatMap(({ slots }) => slots)) if (!isHere(slot)) lacking.add(slot.shotId);
  if (isLoading) return <div hidden data-awaiting-photos="" />;
  if (!isShown) return null;
  const lacks = ({ slots }: SlotGroup) => slots.some(({ shotId }) => lacking.has(shotId));
  return (
    <Section id="photos" title="Photos">
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
      {[...groups.filter(lacks), ...groups.filter((group) => !lacks(group))].map((group) => (
        <ShotGroup
          key={group.title}
          job={job}
          group={group}
          lacking={lacking}
          isTitled={groups.length > 1 || listed.length === 0}
          picks={picks}
        />
      ))}
      <p className={styles.source}>
        <Button variant="quiet" aria-pressed={picks} onClick={() => setPicks(!picks)}>
          <Icon of={Images} />
          Choose photos from this phone
        </Button>
      </p>
    </Section>
  );
}

type GroupProps = {
  job: JobDetails;
  group: SlotGroup;
  lacking: ReadonlySet<string>;
  isTitled: boolean;
  picks: boolean;
};

/** The photos of one service. On a phone those that were here as the job was opened are folded. */
function ShotGroup({ job, group: { service, title, slots }, lacking, isTitled, picks }: GroupProps) {
  const isWide = useIsWide();
  // On site the first missing shot comes first; Settings leads to the list too.
  const edits = useProfile().userType === 'ADMIN' && isWide;
  const here = slots.filter(({ shotId }) => !lacking.has(shotId));
  const rows = (some: readonly Slot[]) => (
    <ul className={styles.slots}>
      {some.map((slot) => (
        <SlotRow key={slot.shotId} job={job} slot={slot} picks={picks} />
      ))}
    </ul>
  );
  return (
    <section className="stack" data-tight="" aria-label={title}>
      {(isTitled || edits) && (
        <div className="row" data-ends="">
          <h3 className="lettering">{title}</h3>
          {service && edits && (
            <ButtonLink to="/checklists/$service" params={{ service }} variant="quiet" data-no-print="">
              <Icon of={ListChecks} />
              Edit list<span className="visually-hidden">{` of ${title}`}</span>
            </ButtonLink>
          )}
        </div>
      )}
      {here.length < slots.length && rows(slots.filter(({ shotId }) => lacking.has(shotId)))}
      {here.length > 0 &&
        (isWide ? (
          rows(here)
        ) : (
          <details>
            <summary className={styles.summary}>{counted(here.length, 'shot')} with photos</summary>
            {rows(here)}
          </details>
        ))}
    </section>
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

/** A shot in one row: what it is, and one button that takes it. */
function SlotRow({ job, slot, picks }: { job: JobDetails; slot: Slot; picks: boolean }) {
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
      <div className={styles.buttons}>
        <PhotoButtons
          subject={name}
          small
          only={picks ? 'album' : 'camera'}
          onPhotos={(files) => answerShot(getOwner(), job, profile, slot, files)}
        />
      </div>
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
              <PhotoData file={file} short className={styles.evidence} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function SlotState({ slot }: { slot: Slot }) {
  const { photos } = slot;
  const hasPhotos = photos.length > 0;
  const lacks = isMissing(slot);
  const icon = hasPhotos ? Check : lacks ? CircleDashed : CloudUpload;
  const text = hasPhotos ? counted(photos.length, 'photo') : lacks ? 'Missing' : 'On its way';
  return (
    <p className={styles.state} data-missing={lacks || undefined}>
      <Icon of={icon} />
      {text}
    </p>
  );
}
