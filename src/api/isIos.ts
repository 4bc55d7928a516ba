/** Tells whether a browser runs on iOS. An iPad says that it is a Mac, and has a touch screen. */
export function isIos(browser: { userAgent: string; maxTouchPoints?: number }): boolean {
  const { userAgent, maxTouchPoints = 0 } = browser;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
