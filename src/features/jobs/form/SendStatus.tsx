import { unsavedText } from '../../../ui/form/unsavedText.ts';
import layout from '../fields/JobSummary.module.css';
import { SendFailure } from './SendFailure.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { readingText } from './useDraft.ts';
import type { useSavedDraft } from './useSavedDraft.ts';
import type { useSending } from './useSending.ts';

type Props = {
  what: 'job' | 'changes';
  form: { failure: Error | null; busy: boolean };
  draft: ReturnType<typeof useSavedDraft>;
  /** The files of the draft are being read. */
  isReading: boolean;
  sending: ReturnType<typeof useSending>;
  /** Opens a revision of an existing job with what was typed. */
  onRevise?: (jobId: string) => void;
};

/**
 * Why sending failed, whether the draft is saved, and the upload: beside the button that was pressed, which on a phone is far
 * below the top of the form.
 */
export function SendStatus({ what, form, draft, isReading, sending, onRevise }: Props) {
  return (
    <>
      <div role="alert" className={layout.message}>
        {form.failure && (
          <p className={layout.failure}>
            <SendFailure failure={form.failure} what={what} onRevise={onRevise} />
          </p>
        )}
      </div>
      <p role="status" className={`small ${layout.message}`}>
        {isReading ? readingText : unsavedText(draft.trouble)}
      </p>
      {form.busy && (
        <UploadProgress label={what === 'job' ? 'Submitting job…' : 'Saving changes…'} sending={sending} />
      )}
    </>
  );
}
