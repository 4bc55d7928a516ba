/** As the rules of states have it on sheets that are sealed digitally, and as programs write beside a seal; not what a note asks for. */
const claim =
  /(?<!\b(?:(?:be|unless|if)\s+(?:[\w,/-]+\s+){0,3}|not\s+(?:been\s+)?))\b(digitally|electronically)\s+(signed|sealed)|\b(signature|seal)\s+must\s+be\s+verified\s+on\s+any\s+electronic\b/i;
/** As programs write it beside a seal: a beginning, whatever note ends before it. */
const ofPrograms = /\b(?:Digitally|Electronically)\s+(?:signed|sealed|Signed by|Sealed by)\b/;

/** Whether the words of a page say that it was signed digitally. */
export function claimsSeal(words: string): boolean {
  return claim.test(words) || ofPrograms.test(words);
}
