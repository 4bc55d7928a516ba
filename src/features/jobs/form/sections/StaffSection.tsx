import { type JobStatus, jobStatuses } from '../../../../contract/enums.ts';
import type { Job } from '../../../../contract/jobs/job.ts';
import { nextStatuses, takesReason } from '../../../../contract/jobs/jobRights.ts';
import { useProfile } from '../../../../session/useSession.ts';
import { Select } from '../../../../ui/form/Select.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import type { BoundField } from '../../../../ui/form/useForm.ts';
import { LazyLicenseNote } from '../../proof/lazyProof.tsx';
import { ReasonField } from '../../ReasonField.tsx';
import { assigneeOptions, useStaff } from '../../useStaff.tsx';
import { type Fold, FormSection } from './FormSection.tsx';

type Props = {
  job: Pick<Job, 'jobId' | 'status' | 'assignedTo' | 'assignedToName' | 'address' | 'due'>;
  status: BoundField<JobStatus>;
  assignedTo: BoundField<string>;
  reason: BoundField<string>;
  trackingNumber: BoundField<string>;
  fold: Fold;
};

/** Fields that only staff change. */
export function StaffSection({ job, status, assignedTo, reason, trackingNumber, fold }: Props) {
  const { userType } = useProfile();
  const { employees, hint } = useStaff();
  const statuses = [job.status, ...nextStatuses(job.status, userType)];
  const assignees = assigneeOptions(job, employees);
  const brief = (
    <>
      {jobStatuses[status.value]} · <span translate="no">{assignees[assignedTo.value] ?? 'Unassigned'}</span>
    </>
  );
  return (
    <FormSection title="Status and assignee" fold={{ ...fold, brief }}>
      <div className="fields">
        <Select
          label="Status"
          required
          options={Object.fromEntries(statuses.map((one) => [one, jobStatuses[one]]))}
          {...status}
          onChange={(value) => status.onChange(value as JobStatus)}
        />
        {status.value !== job.status && takesReason(status.value) && (
          <ReasonField to={status.value} jobIds={[job.jobId]} {...reason} />
        )}
        <Select
          label="Assignee"
          translate="no"
          hint={hint}
          placeholder="Unassigned"
          options={assignees}
          {...assignedTo}
        />
        {assignedTo.value !== '' && <LazyLicenseNote jobs={[job]} assignee={assignedTo.value} />}
        <TextField
          label="Tracking number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...trackingNumber}
        />
      </div>
    </FormSection>
  );
}
