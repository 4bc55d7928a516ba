import { scriptAddress } from '../../../../../src/scriptAddress.ts';
import { showJobs } from '../showJobs.tsx';

/** The smallest React list, with a worker that lets it start without a connection. */
await showJobs();
await navigator.serviceWorker.register(scriptAddress('/sw.js'));
