import type { Transfer } from '../../../api/client.ts';
import { deliveryModes } from '../../../contract/enums.ts';
import { attachmentTypeMessage, totalFileSizeMessage } from '../../../contract/files/files.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { FilePicker } from '../../../ui/filePicker/FilePicker.tsx';
import { filesHint } from '../../../ui/files/pickedFile.ts';
import { RadioGroup } from '../../../ui/form/ChoiceGroup.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { TextArea } from '../../../ui/form/TextArea.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { Form } from '../../../ui/form/useForm.ts';
import { carrierOf, trackingHint } from '../TrackingNumber.tsx';
import { deliverableName } from './deliverableName.ts';
import type { DeliverableValues } from './deliverableValues.ts';

const modes = { DIGITAL_COPY: deliveryModes.DIGITAL_COPY, WET_STAMPS: deliveryModes.WET_STAMPS };

/** Returns the deliverables that can be replaced: those not superseded, and the chosen one. */
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

/** The fields of a deliverable: its files and delivery, and for wet stamps their number and carrier. */
export function DeliverableFields({ form, job, sending, onPick }: Props) {
  const { deliveryMode, trackingNumber, supersedes } = form.values.deliverable;
  const wet = deliveryMode === 'WET_STAMPS';
  const options = replaceable(job, supersedes);
  const carrier = carrierOf(trackingNumber)?.name;
  return (
    <>
      <RadioGroup
        label="Delivery method"
        required
        options={modes}
        {...form.field('deliverable.deliveryMode')}
      />
      {Object.keys(options).length > 0 && (
        <Select
          label="Replaces"
          placeholder="None (new deliverable)"
          hint="The replaced version stays on the job, marked Superseded."
          options={options}
          {...form.field('deliverable.supersedes')}
        />
      )}
      <FilePicker
        label="Files"
        required={!wet}
        hint={wet ? 'Attach a scan if you have one. PDF, ZIP, PNG, or JPEG.' : filesHint}
        typeMessage={attachmentTypeMessage}
        sizeMessage={totalFileSizeMessage}
        keepsPhotos
        sending={sending}
        onPick={onPick}
        {...form.field('deliverable.files')}
      />
      {wet && (
        <div className="fields">
          <NumberField label="Number of copies" required {...form.field('deliverable.copiesNumber')} />
          <TextField
            label="Tracking number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint={trackingHint(carrier)}
            {...form.field('deliverable.trackingNumber')}
          />
          <TextField
            label="Carrier"
            autoComplete="off"
            placeholder={carrier ?? ''}
            hint="Optional for UPS, USPS, FedEx, and DHL. We detect them from the tracking number."
            {...form.field('deliverable.carrier')}
          />
        </div>
      )}
      <TextArea
        label="Note"
        hint="The client sees this note with the deliverable."
        {...form.field('deliverable.note')}
      />
    </>
  );
}
