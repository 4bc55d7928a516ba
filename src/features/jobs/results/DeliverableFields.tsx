import type { Transfer } from '../../../api/client.ts';
import { deliveryModes } from '../../../contract/enums.ts';
import { attachmentTypeMessage, totalFileSizeMessage } from '../../../contract/files.ts';
import type { JobDetails } from '../../../contract/jobDetails.ts';
import { FilePicker } from '../../../ui/files/FilePicker.tsx';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Form } from '../../../ui/form/useForm.ts';
import { CopiesField } from '../form/CopiesField.tsx';
import { carrierOf } from '../TrackingNumber.tsx';
import { type DeliverableValues, deliverableName } from './deliverableValues.ts';

const modes = { DIGITAL_COPY: deliveryModes.DIGITAL_COPY, WET_STAMPS: deliveryModes.WET_STAMPS };

/** Returns the results that can be replaced: those not superseded, and the chosen one. */
function replaceable(job: JobDetails, chosen: string): Record<string, string> {
  const listed = job.deliverables.filter(({ key, superseded }) => !superseded || key === chosen);
  return Object.fromEntries(listed.map((deliverable) => [deliverable.key, deliverableName(deliverable)]));
}

type Props = {
  form: Pick<Form<DeliverableValues, unknown>, 'values' | 'field' | 'set'>;
  job: JobDetails;
  /** The progress of the upload; undefined while nothing is sent. */
  sending: Transfer | null | undefined;
  /** Called just before the file dialog or the camera opens. */
  onPick: () => void;
};

/** The fields of a result: its files and delivery, and for wet stamps their number and carrier. */
export function DeliverableFields({ form, job, sending, onPick }: Props) {
  const { deliveryMode, trackingNumber, supersedes } = form.values.deliverable;
  const wet = deliveryMode === 'WET_STAMPS';
  const options = replaceable(job, supersedes);
  const carrier = carrierOf(trackingNumber)?.name;
  return (
    <>
      <RadioGroup
        label="Delivery mode"
        required
        options={modes}
        {...form.field('deliverable.deliveryMode')}
      />
      {Object.keys(options).length > 0 && (
        <Select
          label="Replaces"
          placeholder="Nothing, it is a new result"
          hint="What it replaces stays on the page, marked superseded."
          options={options}
          {...form.field('deliverable.supersedes')}
        />
      )}
      <FilePicker
        label="Files"
        required={!wet}
        hint={
          wet ? 'A scan, if there is one. PDF, ZIP, PNG or JPEG.' : 'PDF, ZIP, PNG or JPEG, 100 MB together.'
        }
        typeMessage={attachmentTypeMessage}
        sizeMessage={totalFileSizeMessage}
        keepsPhotos
        sending={sending}
        onPick={onPick}
        {...form.field('deliverable.files')}
      />
      {wet && (
        <div className="fields">
          <CopiesField {...form.field('deliverable.copiesNumber')} />
          <TextField
            label="Tracking number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint={carrier && `${carrier}: the client gets a link to follow it.`}
            {...form.field('deliverable.trackingNumber')}
          />
          <TextField
            label="Carrier"
            autoComplete="off"
            placeholder={carrier ?? ''}
            hint="UPS, USPS, FedEx and DHL are known by their numbers."
            {...form.field('deliverable.carrier')}
          />
        </div>
      )}
      <TextArea
        label="Note"
        hint="The client reads it with the result."
        {...form.field('deliverable.note')}
      />
    </>
  );
}
