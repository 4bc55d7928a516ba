import { ApiError } from '../../../api/client.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeading } from '../../../ui/PageHeading.tsx';
import { LoadFailed } from '../LoadFailed.tsx';

type Props = { error: Error; onRetry: () => void };

/** A job's page without the job: it does not exist or is another's (the same answer), or it could not be loaded. */
export function JobMissing({ error, onRetry }: Props) {
  const missing = error instanceof ApiError && error.status === 404;
  return (
    <div className="page" data-narrow="">
      <PageHeading
        title={missing ? 'There is no such job' : 'Job'}
        note={missing ? 'It does not exist, or it is not yours to see.' : undefined}
      />
      {missing ? (
        <p className="row">
          <ButtonLink to="/jobs/listing/$category" params={{ category: 'all' }} variant="primary">
            All jobs
          </ButtonLink>
        </p>
      ) : (
        <LoadFailed what="The job" error={error} onRetry={onRetry} />
      )}
    </div>
  );
}
