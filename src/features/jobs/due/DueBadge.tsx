import { isStaff } from '../../../contract/enums.ts';
import type { Job } from '../../../contract/jobs/job.ts';
import { useProfile } from '../../../session/useSession.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { useServerTicking } from '../../../ui/useTicking.ts';
import { dueText } from './dueText.ts';

/** When a job is due, or for how long it has been overdue. */
export function DueBadge({ job }: { job: Job }) {
  const staff = isStaff(useProfile().userType);
  const text = useServerTicking((now) => dueText(job, now, staff));
  if (!text) return null;
  const tone = text.startsWith('Overdue') ? 'late' : text.includes('/') ? 'plain' : 'blue';
  return <Badge tone={tone}>{text}</Badge>;
}
