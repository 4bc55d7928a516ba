import layout from './JobSummary.module.css';
import { SendFailure } from './SendFailure.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import type { DraftTrouble, useSavedDraft } from './useSavedDraft.ts';
import type { useSending } from './useSending.ts';

type Props = {
  what: 'job' | 'changes';
  form: { failure: Error | null; busy: boolean };
  draft: ReturnType<typeof useSavedDraft>;
  sending: ReturnType<typeof useSending>;
  /** Opens a revision of an existing job with what was typed. */
  onRevise?: (jobId: string) => void;
};

/**
 * Why sending failed, whether the draft is saved, and the upload: beside the button that was pressed, which on a phone is far
 * below the top of the form.
 */
export function SendStatus({ what, form, draft, sending, onRevise }: Props) {
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
        {draft.trouble && troubleText(draft.trouble)}
      </p>
      {form.busy && (
        <UploadProgress label={what === 'job' ? 'Submitting job…' : 'Saving changes…'} sending={sending} />
      )}
    </>
  );
}

function troubleText(trouble: DraftTrouble): string {
  if (trouble === 'all') {
    return 'Your browser can’t save drafts right now. Submit before you leave this page.';
  }
  const names = trouble.files.join(', ');
  return `There isn’t enough storage to save ${names} with your draft. Your text is saved. If you close this page before submitting, add ${names} again.`;
}
