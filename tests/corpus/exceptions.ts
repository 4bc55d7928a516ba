/** A page that differs and is right, or cannot be mended here, and why. */
export type Exception = {
  /** The file's name. */
  name: RegExp;
  why: string;
};

/** Differences that a person has looked at. */
export const exceptions: readonly Exception[] = [];
