import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { measureMailbox, openMetricsPort } from '../../../server/http/metrics.ts';
import { throughProxy } from '../../support/database/throughProxy.ts';
import { people } from '../../support/server/people.ts';
import { type Exported, exportedBy, faultsOf, readBy } from '../../support/server/promql.ts';
import { onPostgres } from '../../support/server/server.ts';
import { freePort } from '../../support/server/stack.ts';

const folder = 'server/operations';
const rulesFile = join(folder, 'alerts.yml');
const testsFile = join(folder, 'alerts.test.yml');

type Alert = { alert: string; expr: string; annotations: Record<string, string> };
const { groups }: { groups: { rules: Alert[] }[] } = parse(readFileSync(rulesFile, 'utf8'));
const alerts = groups.flatMap(({ rules }) => rules);

type RuleTest = {
  input_series: { series: string }[];
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
};
const { tests: ruleTests }: { tests: RuleTest[] } = parse(readFileSync(testsFile, 'utf8'));

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };
const { panels }: Dashboard = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8'));
const drawn = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr })));

onPostgres('alerts and dashboard', (start) => {
  let exported: Exported;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    const proxy: { cut(): void; restore(): void; close(): Promise<void> }[] = [];
    const server = await start({
      checkStore: true,
      fieldData: true,
      errorsExpected: true,
      async connect(address) {
        const opened = await throughProxy(address);
        proxy.push(opened.proxy);
        return opened.db;
      },
    });
    ends.push(() => proxy[0]?.close());
    await server.notify();
    server.clock.advance(3601);
    await server.notify();
    await server.call('jobs', { as: null, body: { username: people.client.email } });
    proxy[0]?.cut();
    await server.app.inject('/api/readyz');
    await server.call('jobs', { as: 'client', body: { username: people.client.email } });
    proxy[0]?.restore();
    measureMailbox(server.app.metrics, () => true);
    const port = await freePort();
    const metrics = await openMetricsPort(server.app.metrics, port);
    ends.push(() => metrics.close());
    exported = exportedBy(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test.each(alerts)('read what a server exports: $alert', ({ expr }) => {
    expect(
      readBy(expr).selectors.every(({ matchers }) => matchers.some(({ label }) => label === 'job')),
    ).toBe(true);
    expect(faultsOf(expr, exported)).toEqual([]);
  });

  test.each(drawn)('draw what a server exports: $name', ({ expr }) => {
    expect(faultsOf(expr, exported)).toEqual([]);
  });

  test('are tested with series that a server exports', () => {
    const series = ruleTests.flatMap(({ input_series }) => input_series.map((input) => input.series));
    const free = ['instance', 'job', 'route', 'status', 'le'];
    expect(series.flatMap((one) => faultsOf(one, exported, free))).toEqual([]);
  });

  test('would not read a metric, a label, a value or a group that nothing exports', () => {
    expect(faultsOf('queue_size', exported)).toEqual(['queue_size is not exported']);
    expect(faultsOf('queue_length{kind="push"}', exported)).toEqual(['queue_length has no label kind']);
    expect(faultsOf('queue_length{queue="pushes"}', exported)).toEqual([
      'queue_length never has queue pushes',
    ]);
    expect(faultsOf('sum by (kind) (queue_length)', exported)).toEqual(['nothing has kind']);
    expect(() => faultsOf('sum(queue_length{', exported)).toThrow('Not PromQL');
  });
});

describe('each alert', () => {
  const runbook = readFileSync('server/RUNBOOK.md', 'utf8');
  const sections = new Map(runbook.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text]));

  test.each(alerts)(
    'is explained, in the section of the runbook that it names: $alert',
    ({ alert, annotations }) => {
      const { summary = '', description = '', runbook: heading = '' } = annotations;
      for (const text of [summary, description]) expect(text).toMatch(/\.$/);
      expect(sections.get(heading)).toContain(`\`${alert}\``);
    },
  );

  test.each(alerts)('has a test in which it fires and one in which it does not: $alert', ({ alert }) => {
    const cases = ruleTests
      .flatMap(({ promql_expr_test }) => promql_expr_test)
      .filter(({ expr }) => expr === `ALERTS{alertname="${alert}", alertstate="firing"}`);
    expect(cases.some(({ exp_samples }) => exp_samples.length > 0)).toBe(true);
    expect(cases.some(({ exp_samples }) => exp_samples.length === 0)).toBe(true);
  });

  test('is named where the runbook names one', () => {
    const named = [...runbook.matchAll(/^Alerts?: (.*)$/gm)].flatMap(
      ([, list = '']) => list.match(/(?<=`)[A-Z]\w+(?=`)/g) ?? [],
    );
    expect(named.filter((name) => !alerts.some(({ alert }) => alert === name))).toEqual([]);
  });
});

test('what the runbook quotes of log lines, responses and screens is in the source', () => {
  const sources = ['server', 'src'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(root, path), 'utf8')),
  );
  const quoted = [...readFileSync('server/RUNBOOK.md', 'utf8').matchAll(/“([^”]+)”/g)].map(
    ([, text = '']) => text,
  );
  expect(quoted.length).toBeGreaterThan(10);
  expect(quoted.filter((text) => !sources.some((source) => source.includes(text)))).toEqual([]);
});

describe('promtool, where it is installed', () => {
  function promtool(...args: string[]): void {
    const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
  }
  const isInstalled = spawnSync('promtool', ['--version']).status === 0;

  test('accepts alerts and dashboard, and has each alert fire when it should', ({ skip }) => {
    skip(!isInstalled, 'promtool is not installed: the rules were not run.');
    const temporary = mkdtempSync(join(tmpdir(), 'ev-rules-'));
    try {
      const rules = drawn.map(({ expr }) => ({ record: 'drawn', expr, labels: { expr } }));
      writeFileSync(join(temporary, 'drawn.yml'), stringify({ groups: [{ name: 'dashboard', rules }] }));
      promtool('check', 'rules', rulesFile, join(temporary, 'drawn.yml'));
      promtool('test', 'rules', testsFile);
    } finally {
      rmSync(temporary, { recursive: true });
    }
  });
});
