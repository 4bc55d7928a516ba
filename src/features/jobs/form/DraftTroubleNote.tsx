import layout from './JobSummary.module.css';
import type { DraftTrouble } from './useKeptDraft.ts';

function words(trouble: DraftTrouble): string {
  if (trouble === 'nothing') {
    return 'This browser keeps no drafts right now. Please send before you leave this page.';
  }
  const names = trouble.files.join(', ');
  const [are, them] = trouble.files.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `There is not enough room on this device to keep ${names} with the draft. What you type is kept; should the page close before you send, please choose ${them} again. For sending, ${are === 'is' ? 'it is' : 'they are'} still chosen.`;
}

/** Where the form is kept, or why it is not. */
export function DraftTroubleNote({ trouble }: { trouble: DraftTrouble | null }) {
  return (
    <p role="status" className={`small ${layout.told}`}>
      {trouble && words(trouble)}
    </p>
  );
}
