import { jobPath, type ListedJob } from './listing.ts';

type Props = { jobs: readonly ListedJob[]; onOpen: (jobId: string) => void };

export function JobList({ jobs, onOpen }: Props) {
  return (
    <main>
      <h1>Jobs</h1>
      <ul>
        {jobs.map(({ jobId, jobCode, project, address, status, assignedToName }, index) => (
          <li key={jobId} data-index={index}>
            <h2>
              <a
                href={jobPath(jobId)}
                onClick={(event) => {
                  event.preventDefault();
                  onOpen(jobId);
                }}
              >
                {project}
              </a>
            </h2>
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
