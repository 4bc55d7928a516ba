/** A rectangle on a page, in points (1/72 inch) from its top left corner. */
export type Box = { x: number; y: number; width: number; height: number };
export type Size = Pick<Box, 'width' | 'height'>;
