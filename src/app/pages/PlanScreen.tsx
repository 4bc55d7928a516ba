import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PlanPage } from '../../features/plans/PlanPage.tsx';
import { toChat } from './toChat.ts';

export { prepareWorkers } from '../../features/plans/open/workers.ts';

export function PlanScreen() {
  const { jobId = '', key = '' } = useParams({ strict: false });
  const { page = 1, file, compare, sheet } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <PlanPage
      key={key}
      jobId={jobId}
      fileKey={key}
      page={page}
      inside={file}
      onInside={(inside) =>
        void navigate({ to: '.', search: inside === undefined ? {} : { file: inside } } as never)
      }
      compared={compare}
      sheet={sheet}
      onSheet={(next, how) =>
        void navigate({
          to: '.',
          search: { compare, sheet: next },
          replace: how === 'turn',
          resetScroll: false,
        } as never)
      }
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
