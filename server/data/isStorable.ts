/** Whether a text can be stored: databases reject U+0000 and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
