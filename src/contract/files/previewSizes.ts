/** Ours: the largest dimensions of previews in pixels, for lists and for reading. */
export const previewSizes = {
  thumb: { width: 640, height: 960 },
  page: { width: 1600, height: 2400 },
} as const;

export type PreviewSize = keyof typeof previewSizes;

/** Ours: what the XMP of a preview says that lacks parts of its page. */
export const incompleteMark = 'Incomplete page';
