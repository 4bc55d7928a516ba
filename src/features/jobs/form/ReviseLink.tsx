import { Link, useNavigate } from '@tanstack/react-router';

type Props = { jobId: string; onRevise: (jobId: string) => Promise<void> };

/** Goes on with what was typed as a revision of a job that exists. */
export function ReviseLink({ jobId, onRevise }: Props) {
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
