import { addFailure, type Count, newCount } from './count.ts';

type StoryError = { message?: string; location?: { file: string; line: number } };

type Suite = {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    tests: { projectName: string; status: string; results: { duration: number; errors: StoryError[] }[] }[];
  }[];
};

export type StoriesReport = { suites: Suite[]; errors: StoryError[] };

/** Adds the tests of a suite, with the suites in it, to the count. */
function countSuite({ suites = [], specs, title }: Suite, count: Count): void {
  for (const spec of specs) {
    for (const { projectName, status, results } of spec.tests) {
      const name = `tests/browser/${title} > ${spec.title} [${projectName}]`;
      if (status === 'expected') count.passed.push(name);
      if (status === 'skipped') count.skipped.push(name);
      if (status === 'unexpected') {
        const { message, location } = results.flatMap(({ errors }) => errors)[0] ?? {};
        addFailure(count, name, { at: location, texts: [message] });
      }
      count.seconds[name] = Math.max(0, ...results.map(({ duration }) => duration)) / 1000;
    }
  }
  for (const suite of suites) countSuite({ ...suite, title }, count);
}

/** Counts the stories of Playwright's report. Its own errors are those of files that do not load. */
export function countStories({ suites, errors }: StoriesReport): Count {
  const count = newCount();
  for (const { message, location } of errors)
    addFailure(count, location?.file ?? 'tests/browser', { at: location, texts: [message] });
  for (const suite of suites) countSuite(suite, count);
  return count;
}
