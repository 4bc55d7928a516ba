import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { scriptAddress } from '../../../../src/scriptAddress.ts';
import { api, ListedJob } from './api.ts';
import { JobList } from './JobList.tsx';
import { jobPath, signedIn } from './listing.ts';

/** The smallest list on the product's packages. */
const Answer = v.object({ body: v.object({ items: v.array(ListedJob) }) });

function Jobs() {
  const { data } = useQuery({
    queryKey: ['jobs'],
    queryFn: async ({ signal }) => {
      const answer = await api
        .post('/api/v2/evjobs', { json: { username: signedIn().email }, signal })
        .json();
      return v.parse(Answer, answer).body.items;
    },
  });
  const navigate = useNavigate();
  return data && <JobList jobs={data} onOpen={(jobId) => void navigate({ href: jobPath(jobId) })} />;
}

const rootRoute = createRootRoute();
const listing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/listing/$category',
  component: Jobs,
});
const job = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/update/$jobId',
  component: lazyRouteComponent(() => import('./OneJob.tsx'), 'OneJob'),
});
const router = createRouter({ routeTree: rootRoute.addChildren([listing, job]) });

const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
createRoot(container).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
await navigator.serviceWorker.register(scriptAddress('/sw.js'));
