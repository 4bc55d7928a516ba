/** `OPS.beginMarkedContentProps` of the library. */
const beginMarked = 70;

type Dict = { get(key: string): unknown };
type Name = { name: string };
type Stream = { dict?: object | null };
type Operation = { fn: number; args: unknown[] | null };
type Reading = { stream: Stream; resources?: Dict | null };

/** Classes of the library. */
export type WordClasses = {
  PartialEvaluator: { prototype: { getOperatorList(reading: Reading): Promise<unknown> } };
  EvaluatorPreprocessor: {
    prototype: { parser?: { lexer: { stream: Stream } }; read(operation: Operation): boolean };
  };
};

/** Returns the words of a text string (ISO 32000, 7.9.2.2). */
function wordsOf(raw: string): string {
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  const mark = raw.slice(0, 2);
  const encoding = mark === '\u00FE\u00FF' ? 'utf-16be' : mark === '\u00FF\u00FE' ? 'utf-16le' : 'utf-8';
  const isUnicode = encoding !== 'utf-8' || raw.startsWith('\u00EF\u00BB\u00BF');
  return isUnicode ? new TextDecoder(encoding).decode(bytes) : raw;
}

/**
 * Has the parser pass on what a document says that its letters mean (`/ActualText` of marked content), in place of the number of the
 * content, which nothing here needs: PDF.js has no other place for it, and leaves it out.
 */
export function passSaidWords({ PartialEvaluator, EvaluatorPreprocessor }: WordClasses): void {
  const resourcesOf = new WeakMap<object, Dict>();
  const evaluator = PartialEvaluator.prototype;
  const { getOperatorList } = evaluator;
  evaluator.getOperatorList = function (reading) {
    const { stream, resources } = reading;
    if (resources) {
      resourcesOf.set(stream, resources);
      // What is unpacked on the way is another stream with the same entries.
      if (stream.dict) resourcesOf.set(stream.dict, resources);
    }
    return getOperatorList.call(this, reading);
  };
  const preprocessor = EvaluatorPreprocessor.prototype;
  const { read } = preprocessor;
  preprocessor.read = function (operation) {
    const isRead = read.call(this, operation);
    const { fn, args } = operation;
    if (!isRead || fn !== beginMarked || !args) return isRead;
    const [tag, given] = args as [Name, Partial<Dict & Name> | undefined];
    const stream = this.parser?.lexer.stream;
    const named = () =>
      stream && (resourcesOf.get(stream) ?? resourcesOf.get(stream.dict ?? stream))?.get('Properties');
    const content = given?.name === undefined ? given : (named() as Dict | undefined)?.get(given.name);
    const said = tag?.name === 'OC' ? undefined : (content as Dict | undefined)?.get?.('ActualText');
    if (typeof said !== 'string') return isRead;
    // The library asks a dictionary for the number, and for nothing else.
    operation.args = [tag, Object.create(content as Dict, { get: { value: () => wordsOf(said) } })];
    return isRead;
  };
}
