import { resolve } from 'node:path';
import { build } from 'vite';

/** By how much the planted head of a job is late, ms. */
export const lateMs = 100;

const head = resolve('src/features/jobs/page/JobHeading.tsx');
const begin = 'const { userType } = useProfile();';

/**
 * Builds the product with a planted fault: the head of a job's page works for 100 ms before it is drawn for the first time.
 *
 * @returns the folder of the build
 */
export async function buildLateHead(): Promise<string> {
  const outDir = resolve('node_modules/.cache/bench/late-head');
  await build({
    logLevel: 'warn',
    plugins: [
      {
        name: 'late-head',
        enforce: 'pre',
        transform(code, id) {
          if (id !== head) return;
          if (!code.includes(begin))
            throw new Error(`There is no \`${begin}\` in ${head} to plant the delay before.`);
          const wait = `for (const end = globalThis.lateUntil ??= performance.now() + ${lateMs}; performance.now() < end; );`;
          return code.replace(begin, `${wait}\n${begin}`);
        },
      },
    ],
    build: { outDir, emptyOutDir: true },
  });
  return outDir;
}
