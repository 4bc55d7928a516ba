import { crossing } from './crossing.ts';
import { type Distribution, distribution, distributionByClient } from './distribution.ts';
import { routeOf } from './routeOf.ts';
import { obstaclesOf, type Schema } from './schema.ts';
import { knownStatements, type Sent } from './sentStatements.ts';

/**
 * Returns the places that the statements of a request need: `local`, and the shards by the values that were sent; `every` for what
 * crosses shards or writes to every node.
 */
export function placesOf({ statements }: Sent, schema: Schema, to: Distribution): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { sql, params } of statements) {
    const route = routeOf(sql, schema, to);
    if (route.kind === 'crossing' || route.kind === 'replicated') places.add('every');
    else if (route.kind === 'local') places.add('local');
    else if (route.kind === 'shard') {
      const value = route.key.startsWith('$') ? params[Number(route.key.slice(1)) - 1] : route.key;
      places.add(`${route.by} ${value}`);
    }
  }
  return places;
}

const reaches = ['every', 'several', 'one'] as const;

/** Returns how many places a request needs: `one` at most, `several`, or `every`. */
function reachOf(sent: Sent, schema: Schema, to: Distribution): (typeof reaches)[number] {
  const places = placesOf(sent, schema, to);
  if (places.has('every')) return 'every';
  return places.size > 1 ? 'several' : 'one';
}

function countsOf(values: readonly string[]): string {
  const groups = [...Map.groupBy(values, (value) => value)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return groups.map(([value, all]) => `${value} ${all.length}`).join(', ');
}

/** Returns what crosses shards, as `crossing.ts` lists it. */
export function crossingOf(sent: readonly Sent[], schema: Schema): string[] {
  const { known, unread } = knownStatements(sent);
  const entries = known.flatMap(({ sql, senders }) => {
    const route = routeOf(sql, schema, distribution);
    return route.kind === 'crossing' ? [...senders].map((name) => `${name}: ${route.why}`) : [];
  });
  return [...new Set([...entries, ...[...unread].map((name) => `${name}: not read`)])].sort();
}

/** Returns the figures of `server/SCALE.md`. */
export function figuresOf(sent: readonly Sent[], mix: readonly Sent[], schema: Schema): string {
  const { known } = knownStatements([...sent, ...mix]);
  const lines = Object.entries({ job: distribution, client: distributionByClient }).flatMap(([key, to]) => {
    const kinds = known.map(({ sql }) => {
      const route = routeOf(sql, schema, to);
      return route.kind === 'shard' ? `shard of a ${route.by}` : route.kind;
    });
    const calls = [...Map.groupBy(sent, ({ call }) => call ?? 'background')].map(([call, all]) => ({
      call,
      reach: reaches.find((reach) => all.some((one) => reachOf(one, schema, to) === reach)) ?? '',
    }));
    const placesOfMix = mix.map((one) => {
      const places = [...placesOf(one, schema, to)].map((place) => place.split(' ')[0]);
      return `${one.call}: ${places.sort().join(' + ')}`;
    });
    return [
      `by ${key}: ${known.length} statements: ${countsOf(kinds)}`,
      `  calls: ${countsOf(calls.map(({ reach }) => reach))}`,
      ...[...Map.groupBy(calls, ({ reach }) => reach)].map(
        ([reach, all]) => `    ${reach}: ${all.map(({ call }) => call).join(', ')}`,
      ),
      `  mix of the load: ${countsOf(placesOfMix)}`,
      `  obstacles: ${countsOf(obstaclesOf(schema, to).map((text) => text.split(':')[0] ?? ''))}`,
    ];
  });
  const entries = crossingOf([...sent, ...mix], schema);
  const reasons = Object.entries(crossing).map(
    ([reason, all]) => `  ${reason}: ${all.filter((entry) => entries.includes(entry)).length}`,
  );
  return [...lines, `crossing, by reason: ${entries.length}`, ...reasons].join('\n');
}
