import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PlanPage } from '../../features/attachments/plans/PlanPage.tsx';

type Content = { text: string; files: readonly File[] };

/** Adds a part of a plan to the draft of another feature, whose code is loaded for it. */
async function toChat(email: string, jobId: string, content: Content): Promise<string> {
  const { addToDraft } = await import('../../features/chat/addToDraft.ts');
  return addToDraft(email, jobId, content);
}

export function PlanScreen() {
  const { jobId = '', key = '' } = useParams({ strict: false });
  const { page = 1 } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <PlanPage
      key={key}
      jobId={jobId}
      fileKey={key}
      page={page}
      toChat={toChat}
      onPage={(next, how) =>
        void navigate({
          to: '.',
          search: (others: Record<string, unknown>) => ({ ...others, page: next }),
          replace: how === 'turn',
          resetScroll: false,
        } as never)
      }
    />
  );
}
