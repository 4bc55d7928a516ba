import { type ReactNode, useState } from 'react';
import type { Deliverable, JobDetails } from '../../../contract/jobs/jobDetails.ts';
import { once } from '../../../timing.ts';
import { Button } from '../../../ui/Button.tsx';
import { useDialogCode } from '../../../ui/dialog/useDialogCode.ts';

const loadDialog = once(() => import('./ReportDialog.tsx'));

type Props = { job: JobDetails; deliverable: Deliverable; children: ReactNode };

/** Makes the signature report of a delivery. */
export function MakeReport({ children, ...of }: Props) {
  const { code, isLoading, withCode } = useDialogCode(loadDialog);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" busy={isLoading} onClick={() => void withCode(() => setOpen(true))}>
        Signature report
        {children}
      </Button>
      {isOpen && code && <code.ReportDialog {...of} onClose={() => setOpen(false)} />}
    </>
  );
}
