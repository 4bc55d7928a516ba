/** The screens that every story runs on. */
export const viewports = {
  phone: { width: 390, height: 844 },
  desk: { width: 1280, height: 800 },
} as const;

export type Size = keyof typeof viewports;

/** Pixels of the viewport. */
export type Point = { x: number; y: number };

/** A browser window driven by real input; differences between engines end here. */
export type EngineWindow = {
  goTo(url: string): Promise<void>;
  /** Runs a function in the page; it may use nothing but its arguments, which are passed as JSON. */
  evaluate<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Runs a classic script in the page. */
  run(source: string): Promise<void>;
  /** Clicks or, on a phone that has touch, taps; pixels of the viewport. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses, moves and releases: with the mouse or, on a phone that has touch, a finger. */
  drag(from: Point, to: Point): Promise<void>;
  /** Moves what lies at a place to the side by that many pixels: with a finger or, where there is no touch, as a touchpad does. */
  swipe(at: Point, right: number): Promise<void>;
  /** Types into the focused element. A line break is a press of Enter. */
  type(text: string): Promise<void>;
  press(key: 'Enter' | 'Escape' | 'Tab'): Promise<void>;
  /** Chooses files in the input that `selector` finds. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Prints the page as a PDF on letter paper. */
  print(): Promise<Uint8Array>;
  /** Uncaught errors of the page so far. */
  errors(): readonly string[];
  /** Ends the browser; its stored data stay in the profile folder. */
  close(): Promise<void>;
};

export type Engine = {
  /** Returns why it cannot run here, in one sentence; null when it can. */
  missing(): string | null;
  /** Starts the browser with one window. @param profile a folder that survives the browser */
  open(profile: string, size: Size): Promise<EngineWindow>;
  /** Ends the processes that the engine's windows share. */
  stop(): Promise<void>;
};
