import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { Firm } from '../../contract/firmSettings.ts';
import { keepFirm } from '../../ui/storedFirm.ts';
import { onReconnect } from './onReconnect.ts';

/** Shows what the firm calls itself by now, at each start and when the connection is back. Called once. */
export function followFirm(): void {
  const read = async () => keepFirm(checked(Firm, await call('firm', { idToken: null })));
  const tryRead = () => void read().catch(() => undefined);
  onReconnect(tryRead);
  tryRead();
}
