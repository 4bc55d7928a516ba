/** Whether the tests run at full size (`TESTS=all`); otherwise they run at the daily size. */
export const isAll = process.env.TESTS === 'all';

/** Returns a count: the environment variable of this name, or the default of the run. */
export function amount(variable: string, usual: number, all: number): number {
  return Number(process.env[variable] ?? (isAll ? all : usual));
}
