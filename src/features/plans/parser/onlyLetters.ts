/** Which instructions are passed on, by their codes; the place of a picture stands for it. */
export type Kept = { kept: readonly number[]; picture: number };

type Operators = { addImageOps(code: number, args: unknown[], layer: unknown): void };
type Image = { image: { dict: { get(key: string): unknown } }; resources: unknown; operatorList: Operators };
type Builder = {
  buildPath(): void;
  buildPaintImageXObject(image: Image): Promise<void>;
  parseMarkedContentProps(layer: unknown, resources: unknown): Promise<unknown>;
};

/** Classes of the library. */
export type ReadClasses = {
  PartialEvaluator: { prototype: Builder };
  OperatorList: { prototype: { addOp(code: number, args?: unknown): void } };
  TranslatedFont: { prototype: { font: { data?: unknown }; send(handler: unknown): void } };
};

/**
 * Has the parser pass on what tells of letters and where they stand, and nothing else: lines, pictures and the bytes of fonts are most of
 * a plan, and cost more than its words.
 */
export function passOnlyLetters(
  { PartialEvaluator, OperatorList, TranslatedFont }: ReadClasses,
  { kept, picture }: Kept,
): void {
  const builder = PartialEvaluator.prototype;
  builder.buildPath = () => undefined;
  builder.buildPaintImageXObject = async function (this: Builder, { image, resources, operatorList }) {
    const named = image.dict.get('OC');
    const layer = named ? await this.parseMarkedContentProps(named, resources) : undefined;
    operatorList.addImageOps(picture, [], layer);
  };
  const isKept = new Set([...kept, picture]);
  const list = OperatorList.prototype;
  const { addOp } = list;
  list.addOp = function (code, args) {
    if (isKept.has(code)) addOp.call(this, code, args);
  };
  const font = TranslatedFont.prototype;
  const { send } = font;
  font.send = function (this: typeof font, handler) {
    this.font.data = undefined;
    send.call(this, handler);
  };
}
