import { use, useState, useSyncExternalStore } from 'react';
import { PushContext } from '../../appContexts.ts';
import type { PushState } from '../../device/push.ts';
import { toast } from '../../ui/feedback/toast.ts';
import type { PushAction } from './pushWords.ts';

const unknown: PushState = { state: 'unknown' };
const never = () => () => undefined;

/**
 * Returns this device's state, and what a press on one of its buttons does. `current` returns the state as it is after an action.
 *
 * @param after done with every change
 */
export function usePush(after: () => unknown = () => undefined) {
  const device = use(PushContext);
  const current = device?.state ?? (() => unknown);
  const push = useSyncExternalStore(device?.subscribe ?? never, current);
  const [busy, setBusy] = useState<PushAction | null>(null);

  async function act(action: PushAction): Promise<void> {
    if (!device) return;
    const { switchOn, repair, switchOff } = device;
    const work = { 'switch-on': switchOn, 'try-again': switchOn, repair, 'switch-off': switchOff };
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
  return { push, current, busy, act };
}
