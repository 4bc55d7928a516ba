import type { Transfer } from '../../../api/client.ts';
import { UploadBar } from '../../../ui/feedback/UploadBar.tsx';
import { SendFailure } from '../SendFailure.tsx';
import styles from './JobSummary.module.css';

type Props = {
  what: 'job' | 'changes';
  form: { failure: Error | null; busy: boolean };
  /** What of the form is not saved on this device, as a sentence. */
  unsaved: string;
  /** The upload, where nothing can be stored. */
  transfer: Transfer | null;
};

/**
 * Why sending failed, whether the draft is saved, and the upload: beside the button that was pressed, which on a phone is far
 * below the top of the form.
 */
export function SendStatus({ what, form, unsaved, transfer }: Props) {
  return (
    <>
      <div role="alert" className={styles.message}>
        {form.failure && (
          <p className={styles.failure}>
            <SendFailure failure={form.failure} what={what} />
          </p>
        )}
      </div>
      <p role="status" className={`small ${styles.message}`}>
        {unsaved}
      </p>
      {form.busy && (
        <UploadBar label={what === 'job' ? 'Submitting job…' : 'Saving changes…'} transfer={transfer} />
      )}
    </>
  );
}
