import { Share2 } from 'lucide';
import { attachmentQuery, type PreviewedFile, shownNameOf } from '../../../api/attachments.ts';
import { saveBlob } from '../../../api/downloads.ts';
import { queryClient } from '../../../api/queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { toastFailure } from '../../../ui/feedback/toastError.ts';
import { canShare, shareFile } from '../../../ui/files/shareFile.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useAction } from '../../../ui/useAction.ts';

/** Hands a stored file on, as by AirDrop, a message or an email. Absent where the device cannot: the download stands beside it. */
export function ShareButton({ file }: { file: PreviewedFile }) {
  const name = shownNameOf(file);
  const options = { type: file.contentType };
  const { busy, run } = useAction(
    async () => {
      const shared = new File([await queryClient.ensureQueryData(attachmentQuery(file))], name, options);
      await shareFile(shared, () => saveBlob(shared, name));
    },
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
