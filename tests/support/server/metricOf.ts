import type { TestServer } from './server.ts';

/** Returns the number of a series, by the name of its metric with its labels; NaN where there is none. */
export function metricIn(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

/** Returns the number of a series of a server now. */
export async function metricOf({ app }: Pick<TestServer, 'app'>, series: string): Promise<number> {
  return metricIn(await app.metrics.text(), series);
}
