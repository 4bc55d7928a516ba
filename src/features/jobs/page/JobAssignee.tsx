import { useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { ended } from '../../../format/ended.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { LazyLicenseNote } from '../proof/lazyProof.tsx';
import { assigneeOptions, useStaff } from '../useStaff.tsx';
import styles from './JobAssignee.module.css';
import { useJobUpdate } from './useJobUpdate.ts';

/** Takes the job over; says before where the reader may not seal it. */
export function AssignToMe({ job }: { job: Job }) {
  const { email } = useProfile();
  const { busy, change } = useJobUpdate(job);
  return (
    <>
      <Button
        variant="quiet"
        data-no-print=""
        busy={busy}
        onClick={() => void change({ assignedTo: email }, 'Assigned to you.')}
      >
        Assign to me
      </Button>
      <LazyLicenseNote jobs={[job]} assignee={email} />
    </>
  );
}

/** Assigns the job. Choosing does not assign: arrow keys go through the options of a closed list. */
export function JobAssignee({ job }: { job: Job }) {
  const me = useProfile();
  const { busy, change } = useJobUpdate(job);
  const { employees, hint } = useStaff();
  /** With the assignee in whose place: once a colleague has assigned somebody else, it is to be chosen anew. */
  const [chosen, setChosen] = useState<{ email: string; before: string }>();
  const options = assigneeOptions(job, employees);
  const assignee = chosen?.before === job.assignedTo ? chosen.email : job.assignedTo;

  async function assign(email: string) {
    const done = email === '' ? 'Job unassigned.' : ended(`Assigned to ${options[email] ?? email}`);
    await change({ assignedTo: email }, email === me.email ? 'Assigned to you.' : done);
    setChosen(undefined);
  }

  return (
    <div className={styles.assign} data-no-print="">
      <Select
        label="Assignee"
        translate="no"
        hint={hint}
        required
        placeholder="Unassigned"
        options={options}
        value={assignee}
        onChange={(email) => setChosen({ email, before: job.assignedTo })}
      />
      {assignee !== '' && <LazyLicenseNote jobs={[job]} assignee={assignee} />}
      {assignee !== job.assignedTo && (
        <div className="row">
          <Button variant="primary" busy={busy} onClick={() => void assign(assignee)}>
            Assign
          </Button>
        </div>
      )}
    </div>
  );
}
