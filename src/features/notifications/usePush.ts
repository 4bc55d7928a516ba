import { useState, useSyncExternalStore } from 'react';
import { getPush, onPushChange, type Push, repair, switchOff, switchOn } from '../../session/push.ts';
import { toast } from '../../ui/toast.ts';
import type { PushAction } from './pushWords.ts';

const work: Record<PushAction, () => Promise<void>> = {
  'switch-on': switchOn,
  'try-again': switchOn,
  repair,
  'switch-off': switchOff,
};

/** This device's state, and what a press on one of its buttons does. @param after done with every change */
export function usePush(after: () => unknown): {
  push: Push;
  busy: PushAction | null;
  act: (action: PushAction) => Promise<void>;
} {
  const push = useSyncExternalStore(onPushChange, getPush);
  const [busy, setBusy] = useState<PushAction | null>(null);

  async function act(action: PushAction) {
    setBusy(action);
    try {
      await work[action]();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      toast(`That did not work. ${why}`, { tone: 'bad' });
    }
    setBusy(null);
    await after();
  }
  return { push, busy, act };
}
