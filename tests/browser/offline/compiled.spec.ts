import { expect } from '@playwright/test';
import { seedPassword } from '../../../server/seed/people.ts';
import { isAll } from '../../support/amount.ts';
import { isInstalled, test } from '../support/device.ts';
import type { Person } from '../support/person.ts';

test.skip(({ isMobile }) => isMobile, 'Scripts are compiled alike on every screen.');

const beforeRelease = isAll ? test : test.skip;

type TraceEvent = { name: string; args: { data?: { url?: string; consumedCacheSize?: number } } };

/** Opens the job list, and returns the names of its scripts with whether their compiled code was taken from the disk. */
async function openList(person: Person): Promise<Record<string, boolean>> {
  const { page } = person;
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['v8', 'devtools.timeline', 'disabled-by-default-v8.compile'] },
  });
  await person.goTo('/jobs/listing/all', 'Jobs');
  await person.waitsUntilStill();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  return Object.fromEntries(
    events
      .filter(({ name }) => name === 'v8.compileModule')
      .map(({ args: { data } }) => [
        data?.url?.replace(/^.*\/|-[\w-]{7}\.js$/g, '') ?? '',
        (data?.consumedCacheSize ?? 0) > 0,
      ]),
  );
}

beforeRelease(
  'an installed app takes its scripts from the disk as they were compiled',
  async ({ deviceAt, product }) => {
    const device = await deviceAt(product.url);
    const first = await device.open();
    await first.signIn('employee@ev.test', seedPassword);
    await isInstalled(first);
    await device.close();
    await openList(await device.open());
    await device.close();
    const compiled = await openList(await device.open());
    expect(compiled).toMatchObject({ index: true, vendor: true, list: true, job: true });
  },
);
