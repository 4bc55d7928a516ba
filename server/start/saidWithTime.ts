const againMs = 10_000;

type Print = (line: string) => void;

/**
 * Runs a step of the start that may take long. What the step says is printed at once, again with the seconds since then while it
 * goes on, and once more when it is done; a step that says nothing had nothing to do.
 */
export async function saidWithTime<T>(print: Print, step: (say: Print) => Promise<T>): Promise<T> {
  let said = '';
  let saidAt = 0;
  const seconds = () => `${Math.round((performance.now() - saidAt) / 1000)} s`;
  const again = setInterval(() => said && print(`${said} ${seconds()}`), againMs);
  try {
    const result = await step((line) => {
      said = line;
      saidAt = performance.now();
      print(line);
    });
    if (said) print(`${said} done in ${seconds()}`);
    return result;
  } finally {
    clearInterval(again);
  }
}
