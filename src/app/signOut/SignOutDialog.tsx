import { useEffect, useState, useSyncExternalStore } from 'react';
import { pageOutbox } from '../../outbox/pageOutbox.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Progress } from '../../ui/feedback/Progress.tsx';
import { type SignOutQuestion, signOutQuestion } from './leaving.ts';
import { type NotSent, notSentText, unfinishedOf } from './notSent.ts';

/** Subscribes to what the user has not sent or not finished; null until it is read. */
function useUnfinished(owner: SignOutQuestion['owner']): NotSent[] | null {
  const [waiting, setWaiting] = useState<NotSent[] | null>(null);
  useEffect(() => {
    let isHere = true;
    const read = () => void unfinishedOf(owner).then((now) => isHere && setWaiting(now));
    read();
    const stop = pageOutbox().onChange(read);
    return () => {
      isHere = false;
      stop();
    };
  }, [owner]);
  return waiting;
}

function sentenceOf(waiting: readonly NotSent[]): string {
  if (waiting.length === 0) return 'Everything has been sent.';
  return `${notSentText(waiting)} ${waiting.length === 1 ? 'hasn’t' : 'haven’t'} been sent yet.`;
}

function Question({ owner, answer }: SignOutQuestion) {
  const waiting = useUnfinished(owner);
  /** The number of items when the user chose to send them; null before. */
  const [toSend, setToSend] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const left = waiting?.filter(({ kind }) => kind !== 'draft').length;
  const isEmpty = waiting?.length === 0;

  useEffect(() => {
    if (isEmpty && toSend !== null) answer('discard');
  }, [isEmpty, toSend, answer]);

  async function sendNow() {
    setToSend(left ?? 0);
    setIsSending(true);
    await pageOutbox().tryNow(owner.uid);
    setIsSending(false);
  }
  return (
    <div className="stack">
      <p role="status">{waiting && sentenceOf(waiting)}</p>
      {toSend !== null && toSend > 0 && left !== undefined && (
        <Progress
          label="Sending…"
          value={toSend - left}
          max={toSend}
          detail={`${toSend - left} of ${toSend}`}
        />
      )}
      <p role="status">
        {toSend !== null &&
          !isSending &&
          left !== 0 &&
          'Some items couldn’t be sent. Try again, or keep them on this device.'}
      </p>
      <div className="stack">
        {isEmpty ? (
          <Button variant="primary" wide onClick={() => answer('discard')}>
            Sign out
          </Button>
        ) : (
          <>
            {left !== 0 && (
              <Button variant="primary" wide busy={isSending} onClick={() => void sendNow()}>
                Send and sign out
              </Button>
            )}
            <Button wide onClick={() => answer('keep')}>
              Keep here and sign out
            </Button>
            <p className="small soft">
              Only <bdi translate="no">{owner.email}</bdi> can see these items. The next time you sign in on
              this device, messages and changes are sent, and drafts are where you left them.
            </p>
            <Button variant="danger" wide onClick={() => answer('discard')}>
              Discard and sign out
            </Button>
            <p className="small soft">Unsent items and drafts are deleted.</p>
          </>
        )}
        <Button variant="quiet" wide onClick={() => answer('stay')}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Asks whether unsent items and drafts are sent, kept or discarded. Rendered once, for every sign-out control. */
export function SignOutDialog() {
  const question = useSyncExternalStore(signOutQuestion.subscribe, signOutQuestion.get);
  return (
    <Dialog
      open={question !== null}
      onClose={() => question?.answer('stay')}
      title="Sign out with unsent items?"
    >
      {question && <Question {...question} />}
    </Dialog>
  );
}
