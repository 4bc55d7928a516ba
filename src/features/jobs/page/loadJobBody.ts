import { once } from '../../../timing.ts';

/** Loads what a job's page shows below its head. The head itself is loaded with the list. */
export const loadJobBody = once(() => import('./JobBody.tsx'));
