import { multiply } from '../page/matrix.ts';
import { turnedRect, uprightOn } from '../page/upright.ts';

/** `OPS.beginAnnotation` of the library. */
const beginAnnotation = 80;

type Annotation = { data: { noRotate?: boolean } };
type Begun = [id: string, rect: number[] | null, place: number[], ...others: unknown[]];
type Drawn = { opList: { fnArray: readonly number[]; argsArray: unknown[] } };

/** Classes of the library. */
export type AnnotationClasses = {
  Page: { prototype: { rotate: number; _parsedAnnotations: Promise<Annotation[]> } };
  Annotation: { prototype: { getOperatorList(...how: unknown[]): Promise<Drawn> } };
};

/**
 * Has annotations that do not turn with their page (flag NoRotate; ISO 32000, 12.5.3), such as stamps and notes, stand upright on one that
 * is turned, with their upper left corner where it is: PDF.js draws them as all others, unless each has a canvas of its own.
 */
export function mendUpright({ Page, Annotation }: AnnotationClasses): void {
  const degrees = new WeakMap<Annotation, number>();
  const page = Page.prototype;
  const { get } = Object.getOwnPropertyDescriptor(page, '_parsedAnnotations') as {
    get(): Promise<Annotation[]>;
  };
  Object.defineProperty(page, '_parsedAnnotations', {
    configurable: true,
    get(this: typeof page) {
      return get.call(this).then((annotations) => {
        for (const one of annotations) if (one.data.noRotate) degrees.set(one, this.rotate);
        return annotations;
      });
    },
  });
  const annotation = Annotation.prototype;
  const { getOperatorList } = annotation;
  annotation.getOperatorList = async function (...how) {
    const drawn = await getOperatorList.apply(this, how);
    const turned = degrees.get(this as unknown as Annotation) ?? 0;
    const { fnArray, argsArray } = drawn.opList;
    const at = fnArray.indexOf(beginAnnotation);
    const [id, rect, place, ...others] = (argsArray[at] ?? []) as Begun;
    if (turned === 0 || !rect) return drawn;
    const upright = uprightOn(turned, rect);
    argsArray[at] = [id, turnedRect(upright, rect), multiply(upright, place), ...others];
    return drawn;
  };
}
