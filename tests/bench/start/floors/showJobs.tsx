import { createRoot } from 'react-dom/client';
import { JobList } from './JobList.tsx';
import { jobPath, readJob, readJobs } from './listing.ts';

/** Shows the list, and the job of a tapped row, whose page and data are loaded then. */
export async function showJobs(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no #app.');
  const root = createRoot(container);
  async function open(jobId: string): Promise<void> {
    const [{ JobPage }, job] = await Promise.all([import('./JobPage.tsx'), readJob(jobId)]);
    history.pushState(null, '', jobPath(jobId));
    root.render(<JobPage job={job} />);
  }
  root.render(<JobList jobs={await readJobs()} onOpen={(jobId) => void open(jobId)} />);
}
