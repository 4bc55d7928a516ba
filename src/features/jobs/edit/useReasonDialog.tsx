import { type ReactNode, useState } from 'react';
import type { Job } from '../../../contract/jobs/job.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** After one was sent, the dialog begins anew; `times` counts them. */
type Asked = { open: boolean; isSent?: true; times: number };

/** Opens the dialog that asks why a job gets a status. */
export function useReasonDialog(
  job: Job,
  to: 'ON_HOLD' | 'CANCELLED',
): { ask: () => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog = asked && (
    <ReasonDialog
      key={asked.times}
      job={job}
      to={to}
      open={asked.open}
      onClose={() => setAsked({ ...asked, open: false })}
      onSent={() => setAsked({ ...asked, open: false, isSent: true })}
    />
  );
  return {
    ask: () => setAsked({ open: true, times: (asked?.times ?? 0) + (asked?.isSent ? 1 : 0) }),
    dialog,
  };
}
