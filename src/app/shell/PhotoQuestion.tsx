import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { getPhotoQuestion, onPhotoQuestion } from '../../ui/files/photoConsent.ts';

/** Asks once whether photos say when and where they were taken; without an answer they don’t. */
export function PhotoQuestion() {
  const question = useSyncExternalStore(onPhotoQuestion, getPhotoQuestion);
  const answer = question?.answer ?? (() => undefined);
  return (
    <Dialog
      open={question !== null}
      onClose={() => answer('leave')}
      title="Keep time and place of photos?"
      actions={
        <>
          <Button onClick={() => answer('leave')}>Leave them out</Button>
          <Button variant="primary" onClick={() => answer('keep')}>
            Keep them
          </Button>
        </>
      }
    >
      <p>
        Your photos say when and, if your phone lets them, where they were taken. As evidence of the site,
        this can be shown with the photo, to the client and to EV, in print and in downloads.
      </p>
      <p className="soft">You can change this for later photos under Account.</p>
    </Dialog>
  );
}
