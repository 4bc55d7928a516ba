import { clockTime } from '../../format/clockTime.ts';
import { exactTime } from '../../format/date.ts';
import { Badge } from '../../ui/Badge.tsx';
import { usePrepared } from './useSite.ts';

/** In a list: this job can be read without a signal, and how old it is then. */
export function ReadyMark({ jobId }: { jobId: string }) {
  const at = usePrepared(jobId)?.at ?? 0;
  if (at === 0) return null;
  return (
    <span title={`Ready offline as of ${exactTime(at / 1000)}`}>
      <Badge tone="done">Ready offline · {clockTime(at)}</Badge>
    </span>
  );
}
