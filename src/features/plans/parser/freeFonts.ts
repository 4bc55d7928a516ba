/** Fonts that a document names and does not hold: any program draws them in one of its own. */

type Dict = { has(key: string): boolean };
/** A class of the library. */
export type FontEvaluator = {
  prototype: {
    options: { maxImageSize: number };
    translateFont(font: { descriptor?: Dict | null }): Promise<{ missingFile?: boolean }>;
  };
};

const files = ['FontFile', 'FontFile2', 'FontFile3'];

/** Has the parser say so of a document that is read and not drawn, where it takes fonts of its own for those that are not there. */
export function tellFreeFonts({ prototype }: FontEvaluator): void {
  const { translateFont } = prototype;
  prototype.translateFont = async function (font) {
    const translated = await translateFont.call(this, font);
    const { descriptor } = font;
    const isHeld = files.some((file) => descriptor?.has?.(file));
    if (this.options.maxImageSize === 0 && !isHeld) translated.missingFile = true;
    return translated;
  };
}
