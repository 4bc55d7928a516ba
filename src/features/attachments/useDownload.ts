import { downloadAttachment, type FileReference, shownNameOf } from '../../api/attachments.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { useAction } from '../../ui/useAction.ts';

/** Downloads a stored file, and says when that fails. */
export function useDownload(file: FileReference): { busy: boolean; download: () => Promise<void> } {
  const { busy, run: download } = useAction(
    () => downloadAttachment(file),
    (error) => toastFailure(`download ${shownNameOf(file)}`, error),
  );
  return { busy, download };
}
