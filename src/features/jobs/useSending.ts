import { useRef, useState } from 'react';
import { ApiError, type Transfer } from '../../api/client.ts';
import type { KeptIntent } from '../../outbox/intents.ts';
import { SendStopped } from './SendStopped.ts';

type Sending = {
  signal: AbortSignal;
  onProgress: (transfer: Transfer) => void;
  kept: KeptIntent | null;
  onIntent: (intent: KeptIntent) => Promise<void>;
};

/**
 * The sending of a form: how far it is, how to stop it, and the intent that makes a repeat harmless, kept with the draft
 * before anything travels.
 *
 * @param left the intent of a try before a reload
 * @param keep writes the draft with this intent
 */
export function useSending(left: KeptIntent | null, keep: (intent: KeptIntent) => Promise<void>) {
  const [transfer, setTransfer] = useState<Transfer | null>(null);
  const [intent, showIntent] = useState<KeptIntent | null>(left);
  /** As `intent`, but known before the next render: one send may be two tries. */
  const latest = useRef(left);
  const stopper = useRef<AbortController>(null);

  function setIntent(made: KeptIntent | null) {
    latest.current = made;
    showIntent(made);
  }

  /** Runs one try. @throws what sending throws, and `SendStopped` */
  async function run<T>(send: (sending: Sending) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    stopper.current = controller;
    setTransfer(null);
    try {
      return await send({
        signal: controller.signal,
        onProgress: setTransfer,
        kept: latest.current,
        async onIntent(made) {
          setIntent(made);
          await keep(made);
        },
      });
    } catch (error) {
      if (controller.signal.aborted) throw new SendStopped();
      // The server's last word: the same values, sent again, are a new intent.
      if (error instanceof ApiError && error.definite) setIntent(null);
      throw error;
    }
  }

  return { transfer, intent, run, stop: () => stopper.current?.abort() };
}
