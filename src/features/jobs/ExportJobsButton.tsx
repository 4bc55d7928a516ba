import { Download } from 'lucide-react';
import { useState } from 'react';
import { callForBlob, saveBlob } from '../../api/client.ts';
import type { SearchFilter } from '../../api/queries.ts';
import { fileSize } from '../../format/fileSize.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Saves the listed jobs, all pages of them, as a CSV file. */
export function ExportJobsButton({ filter }: { filter: SearchFilter }) {
  const [busy, setBusy] = useState(false);
  const [bytes, setBytes] = useState(0);

  async function save() {
    const { sort: _, ...filters } = filter;
    setBusy(true);
    setBytes(0);
    try {
      const blob = await callForBlob('download', {
        body: { format: 'csv', ...filters },
        onProgress: ({ transferred }) => setBytes(transferred),
      });
      saveBlob(blob, `jobs-${today()}.csv`);
      toast('The list was saved as a CSV file.', { tone: 'good' });
    } catch (error) {
      toast(`The list could not be exported. ${error instanceof Error ? error.message : ''}`, {
        tone: 'bad',
        action: { label: 'Try again', run: () => void save() },
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download aria-hidden />
      {busy ? `Exporting${bytes > 0 ? ` ${fileSize(bytes)}` : ''}` : 'Export CSV'}
    </Button>
  );
}
