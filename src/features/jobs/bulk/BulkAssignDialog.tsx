import { useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { counted } from '../../../format/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { nobody } from '../filters/jobListSearch.ts';
import { LicenseNote } from '../proof/LicenseNote.tsx';
import { staffNames, useStaff } from '../useStaff.tsx';
import { type BulkChange, changedBy } from './bulkChange.ts';

/** Labels the button; `name` is empty for no assignee. */
function action(jobs: string, name: string): string {
  return name ? `Assign ${jobs} to ${name}` : `Unassign ${jobs}`;
}

function alreadyText(isOne: boolean, isUnassigned: boolean): string {
  if (isUnassigned) return `${isOne ? 'is' : 'are'} already unassigned`;
  return `already ${isOne ? 'has' : 'have'} this assignee`;
}

type Props = {
  open: boolean;
  jobs: readonly Job[];
  onClose: () => void;
  onChoose: (change: BulkChange, words: string) => void;
};

/** Asks who is to do the selected jobs. */
export function BulkAssignDialog({ open, jobs, onClose, onChoose }: Props) {
  const { employees, hint } = useStaff(open);
  const [picked, setPicked] = useState('');
  const name = employees.find(({ email }) => email === picked)?.userName ?? '';
  const change = { assignedTo: picked === nobody ? '' : picked };
  const changing = picked === '' ? [] : changedBy(jobs, change);
  const staying = jobs.length - changing.length;
  const names = { [nobody]: 'Unassigned', ...staffNames(employees) };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Assign ${counted(jobs.length, 'job')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            aria-disabled={changing.length === 0}
            onClick={() => changing.length > 0 && onChoose(change, name)}
          >
            {changing.length > 0 ? action(counted(changing.length, 'job'), name) : 'Assign'}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Select
          label="Assignee"
          translate="no"
          required
          placeholder="Choose"
          hint={hint}
          options={names}
          value={picked}
          onChange={setPicked}
        />
        {change.assignedTo !== '' && changing.length > 0 && (
          <LicenseNote jobs={changing} assignee={change.assignedTo} />
        )}
        {picked !== '' && staying > 0 && (
          <p className="soft">
            {counted(staying, 'job')} {alreadyText(staying === 1, picked === nobody)}.
          </p>
        )}
      </div>
    </Dialog>
  );
}
