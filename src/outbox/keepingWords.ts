/** Said wherever somebody could count on messages being kept, in a browser that keeps nothing. */
export const cannotKeepWords =
  'This browser does not let the app keep messages on this device. What you send goes out at once or not at all, so stay on the page until it has arrived. A private window or blocked site data can be the reason.';
