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
        <UploadProgress
          label={what === 'job' ? 'Sending the job' : 'Saving your changes'}
          sending={sending}
        />
      )}
    </>
  );
}

function troubleText(trouble: DraftTrouble): string {
  if (trouble === 'all') {
    return 'This browser keeps no drafts right now. Please send before you leave this page.';
  }
  const names = trouble.files.join(', ');
  const [them, theyAre] = trouble.files.length === 1 ? ['it', 'it is'] : ['them', 'they are'];
  return `There is not enough room on this device to keep ${names} with the draft. What you type is kept; should the page close before you send, please choose ${them} again. For sending, ${theyAre} still chosen.`;
}
