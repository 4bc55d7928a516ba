import type { ListedJob } from './listing.ts';

export function JobList({ jobs }: { jobs: readonly ListedJob[] }) {
  return (
    <main>
      <h1>Jobs</h1>
      <ul>
        {jobs.map(({ jobId, jobCode, project, address, status, assignedToName }, index) => (
          <li key={jobId} data-index={index}>
            <h2>{project}</h2>
            <p>
              {address.streetName}, {address.city}, {address.state} {address.zipcode}
            </p>
            <p>
              {status} · {jobCode} · {assignedToName}
            </p>
          </li>
        ))}
      </ul>
    </main>
  );
}
