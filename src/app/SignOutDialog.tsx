import { useEffect, useState, useSyncExternalStore } from 'react';
import { pageOutbox } from '../outbox/pageOutbox.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Progress } from '../ui/Progress.tsx';
import { getLeavingQuestion, type LeavingQuestion, onLeavingQuestion } from './leaving.ts';
import { type NotSent, notSentOf, wordsOfNotSent } from './notSent.ts';

/** What of this person has not arrived, as it changes; null until it is read. */
function useNotSent(uid: string): NotSent[] | null {
  const [waiting, setWaiting] = useState<NotSent[] | null>(null);
  useEffect(() => {
    let isHere = true;
    const read = () => void notSentOf(uid).then((now) => isHere && setWaiting(now));
    read();
    const stop = pageOutbox().onChange(read);
    return () => {
      isHere = false;
      stop();
    };
  }, [uid]);
  return waiting;
}

function sentenceOf(waiting: readonly NotSent[]): string {
  if (waiting.length === 0) return 'Everything is sent.';
  return `${wordsOfNotSent(waiting)} ${waiting.length === 1 ? 'is' : 'are'} not sent yet.`;
}

function Question({ owner, answer }: LeavingQuestion) {
  const waiting = useNotSent(owner.uid);
  /** How many there were when sending was asked for; null when it was not. */
  const [toSend, setToSend] = useState<number | null>(null);
  const [isSending, setIsSending] = useState(false);
  const left = waiting?.length;
  const isEmpty = left === 0;

  useEffect(() => {
    if (isEmpty && toSend !== null) answer('discard');
  }, [isEmpty, toSend, answer]);

  async function sendNow() {
    setToSend(left ?? 0);
    setIsSending(true);
    await pageOutbox().drain({ eager: true });
    setIsSending(false);
  }
  return (
    <div className="stack">
      <p role="status">{waiting && sentenceOf(waiting)}</p>
      {toSend !== null && left !== undefined && (
        <Progress
          label="Sending"
          value={toSend - left}
          max={toSend}
          detail={`${toSend - left} of ${toSend}`}
        />
      )}
      <p role="status">
        {toSend !== null && !isSending && !isEmpty && 'Not all of it could be sent. Keep it, or try again.'}
      </p>
      <div className="stack">
        {isEmpty ? (
          <Button variant="primary" wide onClick={() => answer('discard')}>
            Sign out
          </Button>
        ) : (
          <>
            <Button variant="primary" wide busy={isSending} onClick={() => void sendNow()}>
              Send now, then sign out
            </Button>
            <Button wide onClick={() => answer('keep')}>
              Keep on this device for {owner.email}
            </Button>
            <p className="small soft">
              Nobody else sees what is kept. It is sent when you sign in here again.
            </p>
            <Button variant="danger" wide onClick={() => answer('discard')}>
              Discard and sign out
            </Button>
          </>
        )}
        <Button variant="quiet" wide onClick={() => answer('stay')}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Asks what is to become of what is not sent, whichever control the sign-out was begun with. */
export function SignOutDialog() {
  const question = useSyncExternalStore(onLeavingQuestion, getLeavingQuestion);
  return (
    <Dialog open={question !== null} onClose={() => question?.answer('stay')} title="Sign out">
      {question && <Question {...question} />}
    </Dialog>
  );
}
