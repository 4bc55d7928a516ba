import type { SearchFilter } from '../../../api/queries.ts';
import { DownloadButton } from '../DownloadButton.tsx';

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Saves the listed jobs, all pages of them, in the order of the list, as a CSV file. */
export function ExportJobsButton({ filter }: { filter: SearchFilter }) {
  return (
    <DownloadButton
      label="Export CSV"
      what="The list"
      request={{ format: 'csv', ...filter }}
      fileName={`jobs-${today()}.csv`}
    />
  );
}
