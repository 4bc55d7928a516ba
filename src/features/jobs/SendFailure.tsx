import { Link } from '@tanstack/react-router';
import { ApiError } from '../../api/client.ts';
import { withAdvice } from '../../contract/errors.ts';

type Props = { failure: Error; what: 'job' | 'changes' | 'deliverable' };

/** Why a form was not handed over, or, where nothing can be stored, not sent; and what that means for what was typed. */
export function SendFailure({ failure, what }: Props) {
  if (!(failure instanceof ApiError)) return failure.message;
  const { jobId } = failure;
  if (failure.code === 'duplicate-job' && jobId) {
    return (
      <>
        {failure.message} <JobThatExists jobId={jobId} />. Everything you entered is still here.
      </>
    );
  }
  if (failure.definite || failure.code.endsWith('too-large')) return withAdvice(failure);
  return `${failure.message} Your ${what} might not have been sent. Everything you entered is still here. It’s safe to try again. You won’t create a duplicate.`;
}

/** Leads to the job of which a new one would be a duplicate. */
export function JobThatExists({ jobId }: { jobId: string }) {
  return (
    <Link to="/jobs/update/$jobId" params={{ jobId }}>
      View that job
    </Link>
  );
}
