import { Histogram, type Registry } from 'prom-client';
import type { CheckedRequestOf } from '../../src/contract/calls.ts';
import { engines, type FieldMeasure, screens } from '../../src/contract/fieldData.ts';

const startSeconds = [0.25, 0.5, 1, 1.5, 2.5, 4, 6, 10, 20, 60];
const help = 'Of devices:';

/** Each measure with its histogram; the last bucket is also the most that counts, because a device may say any number. */
const histograms = {
  field_largest_paint_seconds: {
    help: `${help} from the navigation to the largest paint of the first screen.`,
    buckets: startSeconds,
    of: { 'largest-paint': {} },
  },
  field_interaction_seconds: {
    help: `${help} from a tap or a key to the next frame, the slowest but a few of each start.`,
    buckets: [0.016, 0.05, 0.1, 0.2, 0.35, 0.5, 1, 2, 10],
    of: { interaction: {} },
  },
  field_list_seconds: {
    help: `${help} from the navigation to the first rows of the first list, by what they came from.`,
    buckets: startSeconds,
    of: { 'list-from-server': { rows: 'server' }, 'list-from-device': { rows: 'device' } },
  },
  field_update_seconds: {
    help: `${help} from Update to the first list of the new version.`,
    buckets: [1, 2, 4, 8, 15, 30, 60, 300],
    of: { update: {} },
  },
  field_update_bytes: {
    help: `${help} what was fetched of a new version.`,
    buckets: [2e3, 5e3, 2e4, 1e5, 3e5, 1e6, 3e6, 1e7],
    of: { 'update-bytes': {} },
  },
  field_outbox_seconds: {
    help: `${help} from the key to the response, for what leaves at once.`,
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600, 3600, 86_400],
    of: { outbox: {} },
  },
} satisfies Record<
  string,
  { help: string; buckets: number[]; of: Partial<Record<FieldMeasure, Record<string, string>>> }
>;

/** Counts what devices have measured. */
export type CountFieldData = (data: CheckedRequestOf<'fieldData'>) => void;

/** Adds the histograms of what devices measure, at zero, with no label but those of a few words. */
export function openFieldHistograms(registry: Registry): CountFieldData {
  const observers = new Map<string, (device: Record<string, string>, value: number) => void>();
  for (const [name, { help, buckets, of }] of Object.entries(histograms)) {
    const labelNames = ['engine', 'screen', ...new Set(Object.values(of).flatMap(Object.keys))];
    const histogram = new Histogram({ name, help, labelNames, buckets, registers: [registry] });
    const most = buckets.at(-1) ?? 0;
    for (const [what, labels] of Object.entries(of)) {
      for (const engine of engines)
        for (const screen of screens) histogram.zero({ engine, screen, ...labels });
      observers.set(what, (device, value) =>
        histogram.observe({ ...device, ...labels }, Math.min(value, most)),
      );
    }
  }
  return ({ engine, screen, measured }) => {
    for (const { what, value } of measured) observers.get(what)?.({ engine, screen }, value);
  };
}
