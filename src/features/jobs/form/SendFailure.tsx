import { Link } from '@tanstack/react-router';
import { ApiError } from '../../../api/client.ts';
import { withAdvice } from '../../../contract/errors.ts';

type Props = {
  failure: Error;
  what: 'job' | 'changes' | 'deliverable';
  /** Opens a revision of an existing job with what was typed; absent where nothing new is made. */
  onRevise?: ((jobId: string) => void) | undefined;
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
          View that job
        </Link>
        {onRevise && (
          <>
            {' or '}
            <Link
              to="/jobs/create"
              search={{ revisionOf: jobId }}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onRevise(jobId);
              }}
            >
              start a revision
            </Link>
          </>
        )}
        . Everything you entered is saved.
      </>
    );
  }
  if (failure.definite || failure.code.endsWith('too-large')) return withAdvice(failure);
  // Only where nothing can be queued: what is queued is sent again by itself.
  return `${failure.message} Your ${what} might not have been sent. Everything you entered is still here. It’s safe to try again. You won’t create a duplicate.`;
}
