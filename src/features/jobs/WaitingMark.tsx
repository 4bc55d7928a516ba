import { Badge } from '../../ui/Badge.tsx';
import { useStanding } from './useWaitingJobs.ts';

/** In a list: this job has changes that are not sent yet. */
export function WaitingMark({ jobId }: { jobId: string }) {
  const standing = useStanding(jobId);
  if (standing === 'none') return null;
  return standing === 'waiting' ? (
    <Badge tone="faded">Change waits</Badge>
  ) : (
    <Badge tone="stamp">Change not sent</Badge>
  );
}
