type Act = 'Submit' | 'Send' | 'Save' | 'Add the drawing';
const acting: Record<Act, string> = {
  Submit: 'submitting',
  Send: 'sending',
  Save: 'saving',
  'Add the drawing': 'adding the drawing',
};

/**
 * Says what of a form is not saved on this device, and what to do; empty when all of it is.
 *
 * @param trouble the names of files that could not be saved, or that nothing could be
 * @param act what the form's button does
 */
export function unsavedText(
  trouble: { files: readonly string[] } | 'all' | null,
  act: Act = 'Submit',
): string {
  if (!trouble) return '';
  if (trouble === 'all')
    return `Your browser can’t save drafts right now. ${act} before you leave this page.`;
  const names = trouble.files.join(', ');
  return `There isn’t enough storage to save ${names} with your draft. Your text is saved. If you close this page before ${acting[act]}, add ${names} again.`;
}

export const undiscardedText = 'Your browser couldn’t discard the draft. Try again.';
