import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../../../api/client.ts';
import type { SendOptions, SendResult } from '../../../outbox/sendJobs.ts';
import { isOffline } from '../useIsOffline.ts';
import { useUpload } from '../waiting/useWaitingJobs.ts';
import type { useSavedDraft } from './useSavedDraft.ts';

/** Shown when a form closes while what it sent waits in the outbox. */
export const queuedText = 'Saved in your outbox. It will send when you’re back online.';

const stoppedText =
  'Sending stopped. It might have gone through anyway. Everything you entered is still here. It’s safe to try again. You won’t create a duplicate.';

/**
 * Sends a form through the outbox, and follows the upload.
 *
 * @param draft of the form: it becomes the queued record, and is saved again if that is refused
 */
export function useSending(draft: ReturnType<typeof useSavedDraft>) {
  const [direct, setDirect] = useState<Transfer | null>(null);
  const [clientId, setClientId] = useState<string | null>(null);
  const upload = useUpload(clientId);
  const stopper = useRef<AbortController>(null);
  const phase = useRef<'idle' | 'unsaved' | 'queued'>('idle');
  /** Whether leaving the page now may lose what is being sent. */
  const isAtRisk = () => phase.current === 'unsaved';

  // A form that is gone shows no refusal: the record then stays in the outbox.
  useEffect(
    () => () => {
      if (phase.current === 'queued') stopper.current?.abort();
    },
    [],
  );

  /**
   * Sends once. Offline it resolves as soon as the record is queued.
   *
   * @throws what `send` throws, and an Error where nothing can be queued and the user stopped the sending
   */
  async function run(send: (sending: SendOptions) => Promise<SendResult>): Promise<SendResult> {
    const controller = new AbortController();
    stopper.current = controller;
    phase.current = 'unsaved';
    setDirect(null);
    try {
      const sent = await send({
        sent: await draft.handOver(),
        onWithdrawn: draft.saveAgain,
        closed: controller.signal,
        onProgress: setDirect,
        onQueued(made) {
          phase.current = 'queued';
          setClientId(made);
          void draft.handedOver();
          if (isOffline()) controller.abort();
        },
      });
      void draft.handedOver();
      return sent;
    } catch (error) {
      if (controller.signal.aborted && isAtRisk()) throw new Error(stoppedText);
      throw error;
    } finally {
      phase.current = 'idle';
      setClientId(null);
      draft.settled();
    }
  }

  return {
    transfer: upload ?? direct,
    /** It needs the form no longer. */
    isQueued: clientId !== null,
    isAtRisk,
    run,
    stop: () => stopper.current?.abort(),
  };
}
