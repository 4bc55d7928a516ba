/** What a browser says about itself: structured in Chromium, as one string in all. */
export type BrowserInfo = {
  userAgent: string;
  userAgentData?: { brands: readonly { brand: string }[]; platform: string };
  maxTouchPoints?: number;
};

/** Tells whether a browser runs on iOS. An iPad says that it is a Mac, and has a touch screen. */
export function isIos({ userAgent, maxTouchPoints = 0 }: BrowserInfo): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Tells whether this window is the installed app. A browser in full screen is not. */
export function isInstalledApp(browser: object = navigator): boolean {
  const { standalone } = browser as { standalone?: boolean };
  const modes = ['standalone', 'minimal-ui', 'window-controls-overlay'];
  const isMode = (mode: string) => globalThis.matchMedia?.(`(display-mode: ${mode})`).matches;
  return standalone === true || modes.some(isMode);
}
