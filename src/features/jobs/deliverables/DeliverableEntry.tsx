import { Link } from '@tanstack/react-router';
import { FileX, Stamp } from 'lucide';
import type { ReactNode } from 'react';
import { deliveryModes } from '../../../contract/enums.ts';
import type { Deliverable, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { exactDay } from '../../../format/date.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { FileName } from '../../../ui/files/FileName.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { LinkedText } from '../../../ui/text/LinkedText.tsx';
import { Time } from '../../../ui/text/Time.tsx';
import { copiesText, deliveryText } from '../jobText.ts';
import { JobFile } from '../page/JobFile.tsx';
import files from '../page/JobFiles.module.css';
import { carrierOf, TrackingNumber } from '../TrackingNumber.tsx';
import { deliveredName } from './deliverableName.ts';

/** Says that a deliverable was withdrawn, when and why. */
function Withdrawn({ timestamp, byName, reason }: NonNullable<Deliverable['withdrawn']>) {
  return (
    <p className="plain-text">
      Withdrawn{timestamp > 0 && ` on ${exactDay(timestamp)}`}
      {byName && (
        <>
          {' by '}
          <bdi translate="no">{byName}</bdi>
        </>
      )}
      : <bdi>{reason}</bdi>
    </p>
  );
}

type Props = {
  job: JobDetails;
  deliverable: Deliverable;
  actions?: ReactNode;
};

/** A deliverable: its file, revision, delivery, and who added it and when. */
export function DeliverableEntry({ job, deliverable, actions }: Props) {
  const { file, revision, superseded, withdrawn, deliveryMode, copiesNumber, note, report } = deliverable;
  const name = deliveredName(deliverable);
  const marks = (
    <span className="row">
      <Badge>Revision {revision}</Badge>
      {superseded && <Badge tone="faded">Superseded</Badge>}
      {withdrawn && <Badge tone="late">Withdrawn</Badge>}
    </span>
  );
  const shipped = deliverable.carrier !== '' || deliverable.trackingNumber !== '';
  const about = (
    <>
      {withdrawn && <Withdrawn {...withdrawn} />}
      <p className="small">
        {name ? deliveryText({ jobDeliveryMode: deliveryMode, copiesNumber }) : copiesText(copiesNumber ?? 1)}
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
      {report && (
        <p>
          <Link to="/plans/$jobId/$key" params={{ jobId: job.jobId, key: report.key }}>
            Signature report
          </Link>
        </p>
      )}
    </>
  );
  if (file) {
    return (
      <JobFile
        job={job}
        file={file}
        marks={marks}
        about={about}
        actions={actions}
        prominent={!superseded && !withdrawn}
      />
    );
  }
  return (
    <li className={files.file} data-tall="">
      <span className={files.type}>
        <Icon of={name ? FileX : Stamp} />
      </span>
      <div className={files.words}>
        <p className={files.name}>{name ? <FileName name={name} /> : deliveryModes.WET_STAMPS}</p>
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
