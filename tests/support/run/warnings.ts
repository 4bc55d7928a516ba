import { readFileSync } from 'node:fs';

/**
 * No leaks. Fastify's test response is none of Node's own: each `finished()` adds two listeners to it, and a page that is compressed as it
 * is sent has four of them.
 */
const expected = /11 close listeners added to \[Response\]/;

/**
 * Has every Node program that inherits the environment write its warnings to one file: a leak of listeners or a deprecated call in any
 * process of a run is a defect, and would else pass by in its output.
 *
 * @returns a function that reads the warnings so far, each once, with the place that caused it
 */
export function collectWarnings(file: string): () => string[] {
  const option = `"--redirect-warnings=${file.replaceAll('\\', '\\\\')}"`;
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --trace-warnings ${option}`.trim();
  return () => {
    const warnings = readIfThere(file)
      .split(/^\(node:\d+\) /m)
      .slice(1);
    return [...new Set(warnings.map((warning) => warning.trim()))].filter(
      (warning) => !expected.test(warning),
    );
  };
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
