import { useEffect, useRef, useState } from 'react';
import type { Transfer } from '../../../api/client.ts';
import type { Sending, Sent } from '../../../outbox/sendJobs.ts';
import { useUpload } from '../offline/useWaitingJobs.ts';
import { isOffline } from '../useIsOffline.ts';

/** Its author stopped the sending; whether it arrived all the same is not known. */
class SendStopped extends Error {
  constructor() {
    super(
      'You stopped the sending. It may have arrived all the same; everything is still here, and sending again is safe: it is carried out once only.',
    );
    this.name = 'SendStopped';
  }
}

type Try = Required<Pick<Sending, 'letGo' | 'onKept' | 'onProgress'>>;

/** The sending of a form: how far it is, whether it is on the device by now, and how to leave it to itself. */
export function useSending() {
  const [direct, setDirect] = useState<Transfer | null>(null);
  const [clientId, setClientId] = useState<string | null>(null);
  const upload = useUpload(clientId);
  const stopper = useRef<AbortController>(null);
  const isKept = useRef(false);

  // Nobody is there any more to tell about a refusal: then it stays where it waits.
  useEffect(
    () => () => {
      if (isKept.current) stopper.current?.abort();
    },
    [],
  );

  /**
   * Runs one try. Without a network it waits for nothing.
   *
   * @param onKept it is on the device
   * @throws what sending throws, and `SendStopped` where nothing can be kept
   */
  async function run(send: (sending: Try) => Promise<Sent>, onKept: () => void): Promise<Sent> {
    const controller = new AbortController();
    stopper.current = controller;
    setDirect(null);
    try {
      return await send({
        letGo: controller.signal,
        onProgress: setDirect,
        onKept(made) {
          isKept.current = true;
          setClientId(made);
          onKept();
          if (isOffline()) controller.abort();
        },
      });
    } catch (error) {
      if (controller.signal.aborted && !isKept.current) throw new SendStopped();
      throw error;
    } finally {
      isKept.current = false;
      setClientId(null);
    }
  }

  return {
    transfer: upload ?? direct,
    /** It goes on by itself, whatever becomes of the form. */
    isKept: clientId !== null,
    run,
    stop: () => stopper.current?.abort(),
  };
}
