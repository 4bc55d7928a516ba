import { use, useState, useSyncExternalStore } from 'react';
import { PushContext } from '../../appContexts.ts';
import type { PushState } from '../../device/push.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import type { PushAction } from './pushText.ts';

const unknown: PushState = { state: 'unknown' };
const never = () => () => undefined;

/**
 * Returns the push state of this device and what its buttons do. `current` returns the state after an action.
 *
 * @param after called after each action
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
      toastFailure('change notifications', error);
    }
    setBusy(null);
    await after();
  }
  return { push, current, busy, act };
}
