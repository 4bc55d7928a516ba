import type { ReactNode } from 'react';
import type { Deliverable } from '../../../contract/deliverable.ts';
import { deliveryModes } from '../../../contract/enums.ts';
import { fileSize } from '../../../format/fileSize.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { LinkedText } from '../../../ui/LinkedText.tsx';
import { Time } from '../../../ui/Time.tsx';
import { copiesWords, deliveryWords } from '../jobWords.ts';
import { JobFile } from '../page/JobFile.tsx';
import files from '../page/JobFiles.module.css';
import { DeliverableShipment } from './DeliverableShipment.tsx';

type Props = {
  deliverable: Deliverable;
  /** What else can be done with it. */
  actions?: ReactNode;
};

/** One stamped result: its file, which revision it is, how it comes, who added it and when. */
export function DeliverableEntry({ deliverable, actions }: Props) {
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
        {file
          ? deliveryWords({ jobDeliveryMode: deliveryMode, copiesNumber })
          : copiesWords(copiesNumber ?? 1)}
        {shipped && ', '}
        {shipped && (
          <DeliverableShipment carrier={deliverable.carrier} trackingNumber={deliverable.trackingNumber} />
        )}
      </p>
      <p className="soft small">
        Added by {deliverable.addedByName || deliverable.addedBy},{' '}
        <Time seconds={deliverable.createdTimestamp} />
        {file && `, ${fileSize(file.size)}`}
      </p>
      {note && <LinkedText text={note} />}
    </>
  );
  if (file) {
    return <JobFile file={file} marks={marks} about={about} actions={actions} prominent={!superseded} />;
  }
  return (
    <li className={files.file} data-tall="">
      <span className={files.type}>WET</span>
      <div className={files.words}>
        <p className={files.name}>{deliveryModes.WET_STAMPS}</p>
        {marks}
        {about}
      </div>
      <div className={files.actions}>{actions}</div>
    </li>
  );
}
