import { Plus, Stamp } from 'lucide';
import type { ReactNode } from 'react';
import { deliveryModes, isStaff } from '../../../contract/enums.ts';
import type { Deliverable, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { counted } from '../../../format/counted.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Section } from '../../../ui/Section.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { copiesText, deliveryText } from '../jobText.ts';
import { JobFile } from '../page/JobFile.tsx';
import files from '../page/JobFiles.module.css';
import { carrierOf, TrackingNumber } from '../TrackingNumber.tsx';
import styles from './Deliverables.module.css';
import { deliverableName } from './deliverableValues.ts';

type DeliverablesProps = {
  job: JobDetails;
  /** Whether the form was asked for, and its code is being loaded. */
  isAsked: boolean;
  /** Opens the form; called with the key of the deliverable to replace, `''` for a new one. */
  onAsk: (key: string) => void;
};

/** The deliverables of a job, newest first, with the superseded ones below. Staff add deliverables here. */
export function Deliverables({ job, isAsked, onAsk }: DeliverablesProps) {
  const { userType } = useProfile();
  const staff = isStaff(userType);
  const current = job.deliverables.filter(({ superseded }) => !superseded);
  const replaced = job.deliverables.filter(({ superseded }) => superseded);
  if (!staff && job.deliverables.length === 0) return null;

  function actionsOf(deliverable: Deliverable) {
    return (
      staff && (
        <Button variant="quiet" busy={isAsked} onClick={() => onAsk(deliverable.key)}>
          Replace
          <span className="visually-hidden" translate="no">
            {' '}
            {deliverableName(deliverable)}
          </span>
        </Button>
      )
    );
  }

  return (
    <div className={styles.deliverables} data-any={current.length > 0 || undefined}>
      <Section title="Deliverables" empty={job.deliverables.length === 0}>
        {job.deliverables.length === 0 && <p className="soft">No deliverables yet.</p>}
        {current.length > 0 && (
          <ul className={styles.list}>
            {current.map((deliverable) => (
              <DeliverableEntry
                key={deliverable.key}
                job={job}
                deliverable={deliverable}
                actions={actionsOf(deliverable)}
              />
            ))}
          </ul>
        )}
        {replaced.length > 0 && (
          <details>
            <summary className={styles.summary}>{counted(replaced.length, 'superseded version')}</summary>
            <ul className={styles.list}>
              {replaced.map((deliverable) => (
                <DeliverableEntry key={deliverable.key} job={job} deliverable={deliverable} />
              ))}
            </ul>
          </details>
        )}
        {staff && (
          <div className="row">
            <Button busy={isAsked} onClick={() => onAsk('')}>
              <Icon of={Plus} />
              Add deliverable
            </Button>
          </div>
        )}
      </Section>
    </div>
  );
}

type Props = {
  job: JobDetails;
  deliverable: Deliverable;
  actions?: ReactNode;
};

/** A deliverable: its file, revision, delivery, and who added it and when. */
function DeliverableEntry({ job, deliverable, actions }: Props) {
  const { file, revision, superseded, deliveryMode, copiesNumber, note } = deliverable;
  const marks = (
    <span className="row">
      <Badge>Revision {revision}</Badge>
      {superseded && <Badge tone="faded">Superseded</Badge>}
    </span>
  );
  const shipped = deliverable.carrier !== '' || deliverable.trackingNumber !== '';
  const about = (
    <>
      <p className="small">
        {file ? deliveryText({ jobDeliveryMode: deliveryMode, copiesNumber }) : copiesText(copiesNumber ?? 1)}
        {shipped && ', '}
        {shipped && (
          <DeliverableShipment carrier={deliverable.carrier} trackingNumber={deliverable.trackingNumber} />
        )}
      </p>
      <p className="soft small">
        <span>Added by {deliverable.addedByName || deliverable.addedBy}</span>
        {deliverable.createdTimestamp > 0 && (
          <>
            {' · '}
            <Time seconds={deliverable.createdTimestamp} />
          </>
        )}
        {file && ` · ${fileSize(file.size)}`}
      </p>
      {note && <LinkedText text={note} />}
    </>
  );
  if (file) {
    return (
      <JobFile job={job} file={file} marks={marks} about={about} actions={actions} prominent={!superseded} />
    );
  }
  return (
    <li className={files.file} data-tall="">
      <span className={files.type}>
        <Icon of={Stamp} />
      </span>
      <div className={files.words}>
        <p className={files.name}>{deliveryModes.WET_STAMPS}</p>
        {marks}
        {about}
      </div>
      <div className={files.actions}>{actions}</div>
    </li>
  );
}

/** The carrier and tracking number of wet stamps; a link where the number is recognised as this carrier's. */
function DeliverableShipment({ carrier, trackingNumber }: Pick<Deliverable, 'carrier' | 'trackingNumber'>) {
  if (!trackingNumber) return carrier && `via ${carrier}`;
  const recognised = carrierOf(trackingNumber)?.name.toLowerCase();
  if (carrier === '' || carrier.toLowerCase() === recognised)
    return <TrackingNumber number={trackingNumber} />;
  return (
    <>
      {carrier}{' '}
      <span className="code" translate="no">
        {trackingNumber}
      </span>
    </>
  );
}
