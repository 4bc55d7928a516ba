import { readFileSync } from 'node:fs';

/** Warnings of programs that are not ours, each with its reason. */
const expected: readonly RegExp[] = [];

/**
 * Has every Node program that inherits the environment write its warnings to one file: a leak of listeners or a deprecated call in any
 * process of a run is a defect, and would else pass by in its output.
 *
 * @returns a function that reads the warnings so far, each once
 */
export function collectWarnings(file: string): () => string[] {
  const option = `"--redirect-warnings=${file.replaceAll('\\', '\\\\')}"`;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${option}`.trim();
  return () => {
    const lines = readIfThere(file).split('\n');
    const warnings = lines
      .filter((line) => /^\(node:\d+\)/.test(line))
      .map((line) => line.replace(/^\(node:\d+\) /, ''));
    return [...new Set(warnings)].filter((warning) => !expected.some((pattern) => pattern.test(warning)));
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
