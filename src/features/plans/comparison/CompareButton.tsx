import { FileDiff } from 'lucide';
import { useState } from 'react';
import { comparablesOf } from '../../../contract/jobs/comparable.ts';
import type { Attachment, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { CompareChoice } from './CompareChoice.tsx';

type Props = { job: JobDetails; file: Attachment; isInside: boolean };

/** Asks with which other PDF a plan is to be compared; nothing where there is none. */
export function CompareButton(props: Props) {
  const { job, isInside } = props;
  const [isOpen, setOpen] = useState(false);
  if (!isInside && job.revisionOf === null && comparablesOf([job]).length < 2) return null;
  return (
    <>
      <IconButton icon={FileDiff} label="Compare" aria-expanded={isOpen} onClick={() => setOpen(true)} />
      {isOpen && <CompareChoice {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
