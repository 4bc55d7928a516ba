import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import * as v from 'valibot';
import { api, ListedJob } from './api.ts';
import { JobPage } from './JobPage.tsx';

export function OneJob() {
  const { jobId = '' } = useParams({ strict: false }) as { jobId?: string };
  const { data } = useQuery({
    queryKey: ['job', jobId],
    queryFn: async ({ signal }) =>
      v.parse(v.object({ body: ListedJob }), await api.get(`/api/jobs/${jobId}`, { signal }).json()).body,
  });
  return data && <JobPage job={data} />;
}
