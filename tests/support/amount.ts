/** With `TESTS=all` the tests do all they can; without it what fits into the usual run. */
export const isAll = process.env.TESTS === 'all';

/** How often, or how many: as the variable of this name says, else as the run does. */
export function amount(variable: string, usual: number, all: number): number {
  return Number(process.env[variable] ?? (isAll ? all : usual));
}
