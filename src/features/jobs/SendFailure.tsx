import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';

type Props = { failure: Error; what: 'job' | 'changes' };

/** Why sending failed, and what it means for what was typed. */
export function SendFailure({ failure, what }: Props) {
  if (!(failure instanceof ApiError)) return failure.message;
  if (failure.code === 'duplicate-job' && failure.jobId) {
    return (
      <>
        {failure.message}{' '}
        <Link to="/jobs/update/$jobId" params={{ jobId: failure.jobId }}>
          Open the existing job
        </Link>
      </>
    );
  }
  if (failure.definite || failure.code === 'content-too-large') return failure.message;
  return `${failure.message} Your ${what} may not have arrived. Everything you typed is still here, and sending again is safe: it is carried out once only.`;
}
