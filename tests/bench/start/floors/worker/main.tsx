import { workerAddress } from '../../../../../src/app/start/workerAddress.ts';
import { showJobs } from '../showJobs.tsx';

/** The smallest React list, with a worker that lets it start without a connection. */
await showJobs();
await navigator.serviceWorker.register(workerAddress() as string | URL);
