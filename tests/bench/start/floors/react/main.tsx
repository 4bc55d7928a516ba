import { showJobs } from '../showJobs.tsx';

/** The smallest React list: the rows are requested before anything is rendered. */
await showJobs();
