import { createRoot } from 'react-dom/client';
import { JobList } from '../JobList.tsx';
import { readJobs } from '../listing.ts';

/** The smallest React list: the rows are asked for before anything is drawn. */
const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
const root = createRoot(container);
root.render(<JobList jobs={await readJobs()} />);
