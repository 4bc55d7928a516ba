import { Link } from '@tanstack/react-router';
import { ApiError } from '../../../api/client.ts';
import { ReviseLink } from './ReviseLink.tsx';

type Props = {
  failure: Error;
  what: 'job' | 'changes' | 'result';
  /** Carries what was typed over to a revision of the job that exists; absent where nothing new is made. */
  onRevise?: (jobId: string) => Promise<void>;
};

/** Why sending failed, and what it means for what was typed. */
export function SendFailure({ failure, what, onRevise }: Props) {
  if (!(failure instanceof ApiError)) return failure.message;
  const { jobId } = failure;
  if (failure.code === 'duplicate-job' && jobId) {
    return (
      <>
        {failure.message}{' '}
        <Link to="/jobs/update/$jobId" params={{ jobId }}>
          Open that job
        </Link>
        {onRevise && (
          <>
            {' or '}
            <ReviseLink jobId={jobId} onRevise={onRevise} />
          </>
        )}
        . Everything you typed is kept.
      </>
    );
  }
  if (failure.definite || /too-large$/.test(failure.code)) return failure.message;
  // Only where the browser keeps nothing: what is kept goes by itself.
  return `${failure.message} Your ${what} may not have arrived. Everything you typed is still here, and sending again is safe: it is carried out once only.`;
}
