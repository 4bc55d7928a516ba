import type { Cell } from './ink.ts';

export type PageResult = {
  page: number;
  /** The error of the viewer, in its words, or what ended the wait. */
  error?: string;
  /** Whether the viewer said nothing of it. */
  isSilent?: boolean;
  /** What is said beside the page. */
  words: string[];
  /** Nothing is on it, of which poppler shows something. */
  isWhite?: boolean;
  /** Cells in which poppler shows something and the viewer nothing. */
  missing?: Cell[];
  /** Cells in which the viewer shows something and poppler nothing. */
  extra?: Cell[];
};

export type PreviewOutcome = {
  none?: string;
  ms: number;
  processorMs: number;
  megabytes: number;
  /** Nothing is on it, of which the viewer shows something. */
  isWhite?: boolean;
  /** Cells in which the viewer shows something and the preview nothing. */
  missing?: Cell[];
  /** Cells in which the preview shows something and the viewer nothing. */
  extra?: Cell[];
};

export type FileResult = {
  name: string;
  bytes: number;
  isAttack: boolean;
  pageCount: number;
  /** The error with which the file is not opened. */
  error?: string;
  isSilent?: boolean;
  pages: PageResult[];
  /** Until the first page was shown, and all of it. */
  firstMs: number;
  ms: number;
  megabytes: number;
  preview?: PreviewOutcome;
  /** Why poppler drew nothing. */
  poppler?: string;
};

/** Names of files that are attacks: what they show does not matter, only that nothing breaks. */
export const attackNames: readonly RegExp[] = [
  /fuzz/i,
  /bomb/i,
  /\bpoc\b|poc[-_.\d]/i,
  /cycl|NoCycle|recursive|loop/i,
  /crash|evil|hostile/i,
  /^(GHOSTSCRIPT|PDFBOX|REDHAT|poppler)-\d/,
];

export function isAttack(name: string): boolean {
  return attackNames.some((pattern) => pattern.test(name));
}
