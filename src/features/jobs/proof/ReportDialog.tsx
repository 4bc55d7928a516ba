import { useQuery } from '@tanstack/react-query';
import { licensesQuery } from '../../../api/licensesQuery.ts';
import { dueDateText } from '../../../contract/due/dueDates.ts';
import { form as fields } from '../../../contract/fields.ts';
import type { Deliverable, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { ReportOrder } from '../../../contract/proof/license.ts';
import type { License } from '../../../contract/proof/proof.ts';
import { isoDay } from '../../../format/date.ts';
import { openDraft } from '../../../outbox/drafts/openDrafts.ts';
import { makeReport } from '../../../outbox/sends/send.ts';
import { useProfile } from '../../../session/useSession.ts';
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx';
import { TryAgain } from '../../../ui/feedback/TryAgain.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useSavedForm } from '../../../ui/form/useSavedForm.ts';
import { LicenseNote } from './LicenseNote.tsx';

const { licenseId, description, sheets } = ReportOrder.entries;
/** Its values are the saved draft: a change of their shape loses what is saved. */
const ReportForm = fields({ licenseId, description, sheets });
const initial = { licenseId: '', description: '', sheets: '' };

function licenseText({ name, state, number, discipline, expires }: License): string {
  return `${state} ${number}, ${name}, ${discipline}, until ${dueDateText(expires)}`;
}

/** Returns the licenses to choose from: those of the job's state first, of these the assignee's. */
function optionsOf(licenses: readonly License[], job: JobDetails): Record<string, string> {
  const rank = ({ state, email }: License) =>
    (state === job.address.state ? 0 : 2) + (email === job.assignedTo ? 0 : 1);
  const sorted = licenses.toSorted((one, other) => rank(one) - rank(other));
  return Object.fromEntries(sorted.map((license) => [license.licenseId, licenseText(license)]));
}

/** Says what is wrong with a license for a job; null where nothing is. */
function problemOf({ state, expires }: License, { address }: JobDetails): string | null {
  if (state !== address.state) return `This license is for ${state}, and the job is in ${address.state}.`;
  return expires < isoDay() ? `This license ended on ${dueDateText(expires)}.` : null;
}

type Props = { job: JobDetails; deliverable: Deliverable; onClose: () => void };

/** Asks for what a signature report says, and has it made. What is typed is saved under the deliverable until then. */
export function ReportDialog({ job, deliverable, onClose }: Props) {
  const licenses = useQuery(licensesQuery());
  const { email } = useProfile();
  const form = useSavedForm(ReportForm, initial, (rules) =>
    openDraft(email, `report-of:${deliverable.key}`, rules),
  );
  const license = form.field('licenseId');
  const chosen = licenses.data?.find((one) => one.licenseId === license.value);
  const problem = chosen && problemOf(chosen, job);
  const send = form.submit(async (output) => {
    await makeReport({ ...output, jobId: job.jobId, deliverable: deliverable.key });
    await form.draft.current?.discard();
    toast('Signature report added.', { tone: 'good' });
    onClose();
  });
  return (
    <FormDialog
      title="Make signature report"
      form={form}
      onSubmit={send}
      onClose={onClose}
      submit="Make report"
      state={{ disabled: !licenses.data }}
    >
      <p>
        A PDF to sign and seal. It lists the files delivered together with their hashes, and has a code by
        which anyone can check that a sheet is genuine and current. The files stay as they are.
      </p>
      {licenses.error && <TryAgain query={licenses} what="licenses" />}
      <Select
        label="License"
        translate="no"
        required
        placeholder={
          licenses.data?.length === 0 ? 'No licenses yet. Admins add them to users.' : 'Choose a license'
        }
        options={optionsOf(licenses.data ?? [], job)}
        {...license}
      />
      {chosen ? (
        problem && <p role="note">{problem}</p>
      ) : (
        <LicenseNote jobs={[job]} assignee={job.assignedTo} />
      )}
      <TextField
        label="Description"
        required
        hint="Such as “Roof framing plan”"
        {...form.field('description')}
      />
      <TextField label="Sheets" hint="Such as “S-1 to S-6”" {...form.field('sheets')} />
    </FormDialog>
  );
}
