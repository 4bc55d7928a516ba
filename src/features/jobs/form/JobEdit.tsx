import { useState } from 'react';
import { isStaff } from '../../../contract/enums.ts';
import type { JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { LeaveQuestion } from '../../../ui/dialog/LeaveQuestion.tsx';
import { FormErrors } from '../../../ui/form/FormErrors.tsx';
import { discard, useFormDraft } from '../useFormDraft.ts';
import { FormSkeleton } from './FormSkeleton.tsx';
import { JobSummary } from './JobSummary.tsx';
import { JobEditDraft, jobEditForm } from './jobDraft.ts';
import { isFormCategory } from './jobFormValues.ts';
import { RestoredDraft } from './RestoredDraft.tsx';
import { SendStatus } from './SendStatus.tsx';
import { StaleNotice } from './StaleNotice.tsx';
import { DeliverySection } from './sections/DeliverySection.tsx';
import { DocumentsSection } from './sections/DocumentsSection.tsx';
import { errorsToList, jobFieldsOf } from './sections/jobFieldsForm.ts';
import { PropertySection } from './sections/PropertySection.tsx';
import { ServicesSection } from './sections/ServicesSection.tsx';
import { StaffSection } from './sections/StaffSection.tsx';
import { type DraftedEdit, useJobEdit } from './useJobEdit.ts';

type Props = {
  job: JobDetails;
  onDone: () => void;
  /** Opens the form again: what it sent was undone. */
  onReopen: () => void;
};

/** Edits a job, once its draft is read. */
export function JobEdit(props: Props) {
  const { email } = useProfile();
  const drafted = useFormDraft(email, jobEditForm(props.job.jobId), JobEditDraft);
  if (!drafted) return <FormSkeleton />;
  return <JobEditForm key={drafted.key} {...props} drafted={drafted} />;
}

function JobEditForm({ job, drafted, onDone, onReopen }: Props & { drafted: DraftedEdit }) {
  const { userType } = useProfile();
  const { form, saving, send, dirty, transfer, base, stale, typed, foldOf } = useJobEdit(
    job,
    drafted,
    onDone,
    onReopen,
  );
  const { draft, left } = drafted;
  const fields = jobFieldsOf(form);
  const files = form.values.jobAttachmentFiles2Update;
  const isUnsaved = dirty && saving.isUnsaved;
  const isFixed = !isFormCategory(base.values.category);
  const [isAskingToDiscard, setAskingToDiscard] = useState(false);

  return (
    <form ref={form.ref} noValidate onSubmit={send} className="stack" aria-label="Edit job">
      {left && (
        <RestoredDraft
          draft={left}
          missing={saving.missing}
          chosen={files.map(({ name }) => name)}
          busy={form.busy}
          onDiscard={() => void drafted.startOver()}
        />
      )}
      {stale && (
        <StaleNotice
          {...stale}
          typed={typed}
          now={base.values}
          onChoose={(field, version) =>
            form.reset({
              ...form.values,
              [field]: version === 'mine' ? stale.merged.values[field] : base.values[field],
              // Chosen as a whole, a delivery address follows nothing.
              ...(field === 'deliveryAddress' && { sameAsProperty: false }),
            })
          }
        />
      )}
      <FormErrors form={{ ...form, errors: errorsToList(form), failure: null }} />
      <div className="beside">
        <div className="stack" inert={form.busy}>
          {isStaff(userType) && (
            <StaffSection
              job={{ jobId: job.jobId, ...base.values, assignedToName: base.assignedToName }}
              status={form.field('status')}
              assignedTo={form.field('assignedTo')}
              reason={form.field('reason')}
              trackingNumber={form.field('trackingNumber')}
              fold={foldOf('Status')}
            />
          )}
          <PropertySection form={fields} fold={foldOf('Property')} />
          <ServicesSection form={fields} fixedCategory={isFixed} fold={foldOf('Services')} />
          <DeliverySection form={fields} usualAddress={base.values.address} fold={foldOf('Delivery')} />
          <DocumentsSection
            form={fields}
            files={form.field('jobAttachmentFiles2Update')}
            isNew={false}
            fold={foldOf('Documents')}
            sending={form.busy ? transfer : undefined}
            onPick={() => void draft.save()}
          />
        </div>
        <JobSummary values={form.values} files={files}>
          <SendStatus what="changes" form={form} unsaved={saving.unsaved} transfer={transfer} />
          <Button type="submit" variant="primary" wide busy={form.busy} disabled={saving.isReading}>
            Save changes
          </Button>
          <Button wide onClick={isUnsaved ? () => setAskingToDiscard(true) : onDone}>
            {dirty && !isUnsaved ? 'Save draft and close' : 'Close'}
          </Button>
          {dirty && !form.busy && (
            <Button variant="quiet" wide onClick={() => setAskingToDiscard(true)}>
              Discard changes
            </Button>
          )}
        </JobSummary>
      </div>
      <LeaveQuestion isAtRisk={() => draft.isBeingSent || isUnsaved}>
        {isUnsaved ? 'Your changes aren’t saved on this device.' : 'Your changes are still being sent.'}
      </LeaveQuestion>
      <ConfirmDialog
        open={isAskingToDiscard}
        onClose={() => setAskingToDiscard(false)}
        title="Discard changes?"
        confirm="Discard"
        onConfirm={() => {
          setAskingToDiscard(false);
          void discard(draft);
          onDone();
        }}
      >
        Everything you changed in this form will be lost.
      </ConfirmDialog>
    </form>
  );
}
