import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { Firm } from '../../contract/firmSettings.ts';
import { once } from '../../timing.ts';
import { keepFirm } from '../../ui/storedFirm.ts';
import { onReconnect } from './onReconnect.ts';

/**
 * Shows what the firm calls itself by now, and measures where its server counts that, at each start and when the connection is back.
 * Called once.
 */
export function followFirm(): void {
  const measure = once(async () => (await import('./measureField.ts')).measureField());
  const read = async () => {
    const firm = checked(Firm, await call('firm', { idToken: null }));
    keepFirm(firm);
    if (firm.fieldData) await measure();
  };
  const tryRead = () => void read().catch(() => undefined);
  onReconnect(tryRead);
  tryRead();
}
