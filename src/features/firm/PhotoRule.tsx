import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { Firm } from '../../contract/firmSettings.ts';
import { toastFailure } from '../../ui/feedback/toastError.ts';
import { useFirm } from '../../ui/firm.ts';
import { Switch } from '../../ui/form/Switch.tsx';
import { keepFirm } from '../../ui/storedFirm.ts';

/** Whether photos always say when and where they were taken. */
export function PhotoRule() {
  const { needsPhotoData = false } = useFirm();
  async function save(required: boolean): Promise<void> {
    try {
      const idempotencyKey = crypto.randomUUID();
      keepFirm(checked(Firm, await call('savePhotoRule', { body: { required }, idempotencyKey })));
    } catch (error) {
      toastFailure('save the rule', error, () => void save(required));
    }
  }
  return (
    <div>
      <h3>Time and place of photos</h3>
      <Switch
        label="Required"
        detail={
          needsPhotoData
            ? ' · Photos sent from the app say when and where they were taken. Senders aren’t asked. Most Android phones leave out where.'
            : ' · Senders choose, and are asked once on each device.'
        }
        isOn={needsPhotoData}
        onTurn={save}
      />
    </div>
  );
}
