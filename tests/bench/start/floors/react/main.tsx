import { showJobs } from '../showJobs.tsx';

/** The smallest React list: the rows are asked for before anything is drawn. */
await showJobs();
