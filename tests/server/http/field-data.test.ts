import { beforeAll, expect, test } from 'vitest';
import type { RequestOf } from '../../../src/contract/calls.ts';
import { engines, fieldMeasures, mostMeasured, screens } from '../../../src/contract/fieldData.ts';
import { canaries } from '../../support/server/erasing.ts';
import { metricIn, metricOf } from '../../support/server/metricOf.ts';
import { onOneDatabase, type TestServer } from '../../support/server/server.ts';

type FieldData = RequestOf<'fieldData'>;

const ofPhone = { engine: 'webkit', screen: 'phone' } as const;
const labels = 'engine="webkit",screen="phone"';

function report(server: TestServer, measured: FieldData['measured']) {
  return server.call('fieldData', { as: null, body: { ...ofPhone, measured } });
}

/** Returns the values that each label of the histograms has. */
function labelsIn(text: string): Record<string, Set<string>> {
  const found: Record<string, Set<string>> = {};
  for (const line of text.split('\n').filter((one) => one.startsWith('field_'))) {
    for (const [, label = '', value = ''] of line.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      if (label === 'le') continue;
      found[label] ??= new Set();
      found[label].add(value);
    }
  }
  return found;
}

onOneDatabase('what devices measure', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ fieldData: true });
  });

  test('is asked for, and is in the metrics before any device has said it', async () => {
    const { answer } = await server.call('firm', { as: null });
    expect(answer.fieldData).toBe(true);
    expect(await metricOf(server, `field_outbox_seconds_count{${labels}}`)).toBe(0);
  });

  test('is counted by engine, screen and where the rows came from, without a sign-in', async () => {
    const { answer } = await report(server, [
      { what: 'list-from-device', value: 0.6 },
      { what: 'list-from-server', value: 3 },
      { what: 'list-from-server', value: 5 },
      { what: 'update-bytes', value: 4800 },
      { what: 'outbox', value: 7200 },
    ]);
    expect(answer).toEqual({ done: true });
    const text = await server.app.metrics.text();
    const ofServer = `${labels},rows="server"`;
    expect(metricIn(text, `field_list_seconds_count{${labels},rows="device"}`)).toBe(1);
    expect(metricIn(text, `field_list_seconds_bucket{le="4",${ofServer}}`)).toBe(1);
    expect(metricIn(text, `field_list_seconds_sum{${ofServer}}`)).toBe(8);
    expect(metricIn(text, `field_update_bytes_bucket{le="5000",${labels}}`)).toBe(1);
    expect(metricIn(text, `field_outbox_seconds_bucket{le="3600",${labels}}`)).toBe(0);
    expect(metricIn(text, `field_outbox_seconds_count{${labels}}`)).toBe(1);
  });

  test.each(fieldMeasures.map((what) => [what] as const))(
    'has a histogram for every measure: %s',
    async (what) => {
      const count = async () =>
        (await server.app.metrics.text())
          .split('\n')
          .filter((line) => /^field_\w+_count/.test(line))
          .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
      const before = await count();
      await report(server, [{ what, value: 1 }]);
      expect(await count()).toBe(before + 1);
    },
  );

  const { email, lastName } = canaries.client;
  const some = [{ what: 'outbox', value: 1 }];
  const hostile: [string, unknown][] = [
    ['an address in the place of an engine', { ...ofPhone, engine: email, measured: some }],
    ['a name in the place of a screen', { ...ofPhone, screen: lastName, measured: some }],
    ['a measure that nobody knows', { ...ofPhone, measured: [{ what: email, value: 1 }] }],
    [
      'a measure named as a property of every object',
      { ...ofPhone, measured: [{ what: 'toString', value: 1 }] },
    ],
    ['less than nothing', { ...ofPhone, measured: [{ what: 'outbox', value: -1 }] }],
    ['a number as text', { ...ofPhone, measured: [{ what: 'outbox', value: '1' }] }],
    ['no number', { ...ofPhone, measured: [{ what: 'outbox', value: null }] }],
    ['more than a request may have', { ...ofPhone, measured: Array(mostMeasured + 1).fill(some[0]) }],
    ['no device', { measured: some }],
  ];
  test.each(hostile)('is refused with %s, and nothing of it is counted', async (_, body) => {
    const before = await server.app.metrics.text();
    const { status } = await server.call('fieldData', { as: null, body: body as FieldData });
    expect(status).toBe(422);
    const fields = (text: string) => text.split('\n').filter((line) => line.startsWith('field_'));
    expect(fields(await server.app.metrics.text())).toEqual(fields(before));
  });

  test('counts a number beyond any as the longest of its histogram', async () => {
    const sum = () => metricOf(server, `field_interaction_seconds_sum{${labels}}`);
    const before = await sum();
    for (const value of ['1e308', '1e999']) {
      const { statusCode } = await server.app.inject({
        method: 'POST',
        url: '/api/field-data',
        headers: { 'content-type': 'application/json' },
        payload: `{"engine":"webkit","screen":"phone","measured":[{"what":"interaction","value":${value}}]}`,
      });
      expect(statusCode).toBe(200);
    }
    expect(await sum()).toBe(before + 20);
  });

  test('has no label but words of a few, whatever was sent, also under names that it does not have', async () => {
    const more = { email, jobId: 'J1', measured: [{ what: 'outbox', value: 1, email, label: lastName }] };
    const { status } = await server.call('fieldData', {
      as: 'client',
      body: { ...ofPhone, ...more } as unknown as FieldData,
    });
    expect(status).toBe(200);
    const text = await server.app.metrics.text();
    expect(labelsIn(text)).toEqual({
      engine: new Set(engines),
      screen: new Set(screens),
      rows: new Set(['server', 'device']),
    });
    expect(text).not.toContain(lastName);
    expect(text).not.toContain('@');
  });

  test('is neither asked for nor counted where it is off', async () => {
    const off = await start();
    const { answer } = await off.call('firm', { as: null });
    expect(answer).not.toHaveProperty('fieldData');
    expect((await report(off, [{ what: 'outbox', value: 1 }])).answer).toEqual({ done: true });
    expect(await off.app.metrics.text()).not.toContain('field_');
  });
});

onOneDatabase('devices that measure', (start) => {
  test('are limited as all are who have no token', async () => {
    const server = await start({ fieldData: true, rateLimit: { address: 3 } });
    const codes = [];
    for (let at = 0; at < 5; at += 1) codes.push((await report(server, [])).code);
    expect(codes.slice(0, 3)).toEqual(['', '', '']);
    expect(codes.at(-1)).toBe('rate-limited');
  });
});
