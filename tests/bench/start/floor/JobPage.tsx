import type { ListedJob } from './listing.ts';

export function JobPage({ job: { project, address, status, jobCode, assignedToName } }: { job: ListedJob }) {
  return (
    <main>
      <h1>{project}</h1>
      <p>
        {address.streetName}, {address.city}, {address.state} {address.zipcode}
      </p>
      <p>
        {status} · {jobCode} · {assignedToName}
      </p>
    </main>
  );
}
