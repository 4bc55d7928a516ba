import { parser } from '@prometheus-io/lezer-promql';

type Matcher = { label: string; operator: string; value: string };
type Selector = { name: string; matchers: Matcher[] };

/** Returns what an expression reads, and the labels that it groups by. @throws for one that breaks the grammar */
export function readBy(expr: string): { selectors: Selector[]; groupedBy: string[] } {
  const selectors: Selector[] = [];
  const groupedBy: string[] = [];
  const textOf = (node: { from: number; to: number } | null) => (node ? expr.slice(node.from, node.to) : '');
  parser.parse(expr).iterate({
    enter({ name, type, node }) {
      if (type.isError) throw new Error(`Not PromQL at ${node.from}: ${expr}`);
      if (name === 'VectorSelector')
        selectors.push({ name: textOf(node.getChild('Identifier')), matchers: [] });
      if (name === 'UnquotedLabelMatcher') {
        selectors.at(-1)?.matchers.push({
          label: textOf(node.getChild('LabelName')),
          operator: textOf(node.getChild('MatchOp')),
          value: JSON.parse(textOf(node.getChild('StringLiteral'))),
        });
      }
      if (name === 'GroupingLabels') groupedBy.push(...node.getChildren('LabelName').map(textOf));
    },
  });
  return { selectors, groupedBy };
}

/** What a server exports: the labels of each series, by the name of their metric. */
export type Exported = Map<string, Record<string, string>[]>;

/** Returns what the text of `/metrics` exports, as Prometheus stores it. */
export function exportedBy(text: string): Exported {
  const series = text.split('\n').flatMap((line) => {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]);
    return name === '' ? [] : [{ name, labels: Object.fromEntries(pairs) as Record<string, string> }];
  });
  // Prometheus adds it, and these labels to all.
  const all = [{ name: 'up', labels: {} }, ...series];
  const target = { job: 'ev-jobs', instance: 'any' };
  const groupedByName = Map.groupBy(all, ({ name }) => name);
  return new Map(
    [...groupedByName].map(([name, of]) => [name, of.map(({ labels }) => ({ ...labels, ...target }))]),
  );
}

/** Returns what is wrong with an expression: a metric, label or value that no server exports. @param free labels that may have any value */
export function faultsOf(expr: string, exported: Exported, free: readonly string[] = ['instance']): string[] {
  const { selectors, groupedBy } = readBy(expr);
  const known = new Set<string>();
  const faults = selectors.flatMap(({ name, matchers }) => {
    const series = exported.get(name);
    if (!series) return [`${name} is not exported`];
    for (const label of Object.keys(series[0] ?? {})) known.add(label);
    return matchers.flatMap(({ label, operator, value }) => {
      if (!series.every((labels) => label in labels)) return [`${name} has no label ${label}`];
      if (operator.startsWith('!') || free.includes(label)) return [];
      const isMatch = (is = '') => (operator === '=' ? is === value : new RegExp(`^(?:${value})$`).test(is));
      return series.some((labels) => isMatch(labels[label])) ? [] : [`${name} never has ${label} ${value}`];
    });
  });
  return [
    ...faults,
    ...groupedBy.filter((label) => !known.has(label)).map((label) => `nothing has ${label}`),
  ];
}
