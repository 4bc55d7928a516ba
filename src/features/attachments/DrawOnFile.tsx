import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { attachmentQuery, shownNameOf } from '../../api/attachments.ts';
import { Button } from '../../ui/Button.tsx';
import { requestDrawing } from '../../ui/drawing/requestedDrawing.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { closeViewer, type ViewedFile } from '../../ui/files/viewer.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useOpenChat } from '../../ui/openChat.ts';
import { useAction } from '../../ui/useAction.ts';
import { useIsMounted } from '../../ui/useIsMounted.ts';

/** Draws on a received picture: the chat of its job opens with the drawing, which becomes a new file of the next message. */
export function DrawOnFile({ file, jobId }: { file: ViewedFile; jobId: string }) {
  const client = useQueryClient();
  const openChat = useOpenChat();
  const name = shownNameOf(file);
  const isMounted = useIsMounted();
  const { busy, run: draw } = useAction(
    async () => {
      const blob = await client.ensureQueryData(attachmentQuery(file));
      // Another photo, or another page, is on screen by now.
      if (!isMounted.current) return;
      // The type that was checked, whatever the response claims.
      const picture = new File([blob], name, { type: file.contentType, lastModified: 0 });
      requestDrawing({ jobId, id: file.key, picture });
      closeViewer();
      openChat(jobId);
    },
    (error) => toastFailure(`open ${name}`, error),
  );
  return (
    <Button busy={busy} onClick={draw}>
      <Icon of={Pencil} />
      Draw
      <span className="visually-hidden">
        {' '}
        on <span translate="no">{name}</span>
      </span>
    </Button>
  );
}
