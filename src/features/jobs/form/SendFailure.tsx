import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../../api/client.ts';

type Props = {
  failure: Error;
  what: 'job' | 'changes' | 'result';
  /** Carries what was typed over to a revision of an existing job; absent where nothing new is made. */
  onRevise?: ((jobId: string) => Promise<void>) | undefined;
};

/** Why sending failed, and what that means for what was typed. */
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
  // Only where nothing can be queued: what is queued is sent again by itself.
  return `${failure.message} Your ${what} may not have arrived. Everything you typed is still here, and sending again is safe: it is carried out once only.`;
}

type ReviseLinkProps = { jobId: string; onRevise: (jobId: string) => Promise<void> };

/** Opens a revision of an existing job with what was typed. */
function ReviseLink({ jobId, onRevise }: ReviseLinkProps) {
  const navigate = useNavigate();
  const search = { revisionOf: jobId };

  async function go() {
    try {
      await onRevise(jobId);
    } catch (error) {
      // The revision then begins with the job that exists; the draft here stays.
      console.warn('The draft was not carried over:', error);
    }
    await navigate({ to: '/jobs/create', search });
  }

  return (
    <Link
      to="/jobs/create"
      search={search}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void go();
      }}
    >
      start a revision of it
    </Link>
  );
}
