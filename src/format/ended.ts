/** Ends a sentence whose last word may end with a period itself: "Assigned to Ada K." */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
