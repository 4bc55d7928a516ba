import { Share2 } from 'lucide';
import { attachmentQuery, type PreviewedFile, shownNameOf } from '../../../api/attachments.ts';
import { saveBlob } from '../../../api/downloads.ts';
import { queryClient } from '../../../api/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useAction } from '../../../ui/useAction.ts';

function canShare(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) === true;
}

/** Hands a file to another app of the device. */
async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    const { name } = error as DOMException;
    if (name === 'AbortError') return;
    // A tap counts for some seconds only, and the file took longer.
    if (name === 'NotAllowedError')
      toast(`${file.name} is ready to share.`, { action: { label: 'Share', run: () => void share(file) } });
    else saveBlob(file, file.name);
  }
}

/** Hands a stored file on, as by AirDrop, a message or an email. Absent where the device cannot: the download stands beside it. */
export function ShareButton({ file }: { file: PreviewedFile }) {
  const name = shownNameOf(file);
  const options = { type: file.contentType };
  const { busy, run } = useAction(
    async () => share(new File([await queryClient.ensureQueryData(attachmentQuery(file))], name, options)),
    (error) => toastFailure(`share ${name}`, error),
  );
  if (!canShare(new File([''], name, options))) return null;
  return (
    <Button busy={busy} onClick={() => void run()}>
      <Icon of={Share2} />
      Share
      <span className="visually-hidden" translate="no">
        {' '}
        {name}
      </span>
    </Button>
  );
}
