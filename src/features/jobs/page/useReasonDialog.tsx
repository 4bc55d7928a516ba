import { type ReactNode, useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import type { Deliverable } from '../../../contract/jobs/jobDetails.ts';
import { once } from '../../../timing.ts';
import { useDialogCode } from '../../../ui/dialog/useDialogCode.ts';
import type { ReasonDialogProps } from './ReasonDialog.tsx';

const loadDialog = once(() => import('./ReasonDialog.tsx'));

/**
 * Opens the dialog that asks why a job gets a status, or why a deliverable is withdrawn. It stays mounted while it is closed, until it was
 * sent.
 */
export function useReasonDialog(
  job: Job,
  to: ReasonDialogProps['to'],
  deliverable?: Deliverable,
): { ask: () => void; isLoading: boolean; dialog: ReactNode } {
  const { code, isLoading, withCode } = useDialogCode(loadDialog);
  const [asked, setAsked] = useState<'open' | 'closed' | null>(null);
  return {
    isLoading,
    ask: () => void withCode(() => setAsked('open')),
    dialog: asked && code && (
      <code.ReasonDialog
        job={job}
        to={to}
        deliverable={deliverable}
        open={asked === 'open'}
        onClose={() => setAsked((now) => now && 'closed')}
        onSent={() => setAsked(null)}
      />
    ),
  };
}
