import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import ky from 'ky';
import { createRoot } from 'react-dom/client';
import * as v from 'valibot';
import { JobList } from '../JobList.tsx';
import { signedIn } from '../listing.ts';

/** The smallest list on the packages that the product stands on. */
const ListedJob = v.object({
  jobId: v.string(),
  jobCode: v.string(),
  project: v.string(),
  address: v.object({
    streetName: v.string(),
    city: v.string(),
    state: v.string(),
    zipcode: v.string(),
  }),
  status: v.picklist(['IN_PROGRESS', 'ON_HOLD', 'COMPLETED', 'CANCELLED']),
  assignedToName: v.string(),
});
const Answer = v.object({ body: v.object({ items: v.array(ListedJob) }) });

function Jobs() {
  const { data } = useQuery({
    queryKey: ['jobs'],
    queryFn: async ({ signal }) => {
      const { token, email } = signedIn();
      const headers = { authorization: `Bearer ${token}` };
      const answer = await ky.post('/api/v2/evjobs', { headers, json: { username: email }, signal }).json();
      return v.parse(Answer, answer).body.items;
    },
  });
  return data && <JobList jobs={data} />;
}

const rootRoute = createRootRoute();
const listing = createRoute({
  getParentRoute: () => rootRoute,
  path: '/jobs/listing/$category',
  component: Jobs,
});
const router = createRouter({ routeTree: rootRoute.addChildren([listing]) });

const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
createRoot(container).render(
  <QueryClientProvider client={new QueryClient()}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
