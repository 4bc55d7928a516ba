import { createRoot } from 'react-dom/client';
import { workerAddress } from '../../../../../src/app/workerAddress.ts';
import { JobList } from '../JobList.tsx';
import { readJobs } from '../listing.ts';

/** The smallest React list, with a worker that lets it start without a line. */
const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
const root = createRoot(container);
root.render(<JobList jobs={await readJobs()} />);
await navigator.serviceWorker.register(workerAddress() as string | URL);
