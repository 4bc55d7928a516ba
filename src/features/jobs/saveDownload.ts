import type { Transfer } from '../../api/client.ts';
import { callForBlob, saveBlob } from '../../api/downloads.ts';
import type { RequestOf } from '../../contract/calls.ts';
import { toast } from '../../ui/feedback/toast.ts';

type Download = { what: string; request: RequestOf<'download'>; fileName: string };

/** Saves what the server puts together as a file, and says how that ended. */
export async function saveDownload(
  { what, request, fileName }: Download,
  signal: AbortSignal,
  onProgress: (transfer: Transfer) => void,
  retry: () => void,
): Promise<void> {
  try {
    saveBlob(await callForBlob('download', { body: request, signal, onProgress }), fileName);
    toast(`${what} was saved as ${fileName}.`, { tone: 'good' });
  } catch (error) {
    if (signal.aborted) return;
    toast(`${what} could not be saved. ${error instanceof Error ? error.message : ''}`, {
      tone: 'bad',
      action: { label: 'Try again', run: retry },
    });
  }
}
