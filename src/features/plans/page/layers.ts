import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Layers } from './annotations.ts';
import { objectsOf } from './rawAnnotations.ts';

/** A layer, or a group of them. */
export type Layer = { id: string; name: string; isVisible: boolean; isLocked: boolean };
export type LayerGroup = { name: string; layers: (Layer | LayerGroup)[] };

type Order = (string | { name: string | null; order: Order })[];

/** A larger file is not looked through for the layers that it locks. */
const maxLookedThrough = 25 * 1024 * 1024;

/** Returns the layers that the document locks, which the library does not say. */
async function lockedIn(pdf: PDFDocumentProxy): Promise<ReadonlySet<string>> {
  const { length } = await pdf.getDownloadInfo();
  if (length > maxLookedThrough) return new Set();
  const bytes = await pdf.getData();
  const texts = [new TextDecoder('latin1').decode(bytes), ...(await objectsOf(bytes).catch(() => []))];
  const lists = texts.flatMap((text) =>
    Array.from(text.matchAll(/\/Locked\s*\[([^\]]*)\]/g), ([, list = '']) => list),
  );
  const refs = (lists.at(-1) ?? '').matchAll(/(\d+)\s+(\d+)\s+R/g);
  return new Set(
    Array.from(refs, ([, number, generation]) => `${number}R${generation === '0' ? '' : generation}`),
  );
}

/** Returns the layers as the document orders them, as they are shown now. */
export async function layersOf(pdf: PDFDocumentProxy, layers: Layers): Promise<(Layer | LayerGroup)[]> {
  if (!layers.getOrder()) return [];
  const locked = await lockedIn(pdf).catch(() => new Set<string>());
  const layersIn = (order: Order): (Layer | LayerGroup)[] =>
    order.flatMap((one) => {
      if (typeof one !== 'string') {
        const inside = layersIn(one.order);
        // Those that the document leaves out of its list have no group.
        return one.name === null || inside.length === 0 ? inside : [{ name: one.name, layers: inside }];
      }
      const group = layers.getGroup(one);
      const name = group?.name?.trim() || 'Unnamed layer';
      return group ? [{ id: one, name, isVisible: group.visible, isLocked: locked.has(one) }] : [];
    });
  return layersIn((layers.getOrder() ?? []) as Order);
}

/** Returns layers of which one is shown or hidden. */
export function withSwitched(
  layers: readonly (Layer | LayerGroup)[],
  id: string,
  isVisible: boolean,
): (Layer | LayerGroup)[] {
  return layers.map((one) => {
    if ('layers' in one) return { ...one, layers: withSwitched(one.layers, id, isVisible) };
    return one.id === id ? { ...one, isVisible } : one;
  });
}
