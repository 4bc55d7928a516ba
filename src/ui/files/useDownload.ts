import { toastFailure } from '../feedback/toastError.ts';
import { useAction } from '../useAction.ts';

/** Downloads a file, and says when that fails. @param name of the file, as the user reads it */
export function useDownload(
  name: string,
  downloadFile: () => Promise<void>,
): { busy: boolean; download: () => Promise<void> } {
  const { busy, run: download } = useAction(downloadFile, (error) => toastFailure(`download ${name}`, error));
  return { busy, download };
}
