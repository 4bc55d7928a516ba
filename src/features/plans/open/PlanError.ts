/** Why a plan, or a page of it, is not shown; each as what the user can do about it. */
const messages = {
  empty: 'This file is empty. Ask the sender for a new copy.',
  damaged: 'Couldn’t open this PDF. The file may be damaged. Download it to try another app.',
  locked: 'This PDF is password-protected. Download it and open it with its password.',
  protected:
    'This PDF is protected for certain people. Download it and open it with your certificate or account, or ask the sender for a copy without protection.',
  huge: 'This file is too large to view here. Download it to open it.',
  'not-inside': 'This PDF doesn’t hold that file. Go back and open the file from its list.',
  'too-complex': 'This page is too complex to show here. Download the file to open it in another app.',
  incomplete:
    'A picture of this page would lack what can’t be shown here. Download the file, and ask about it in words.',
  altered:
    'This browser changes pictures to protect you from tracking, so the page can’t be sent or printed here. Use another browser, or ask about it in words.',
  'viewer-missing':
    'The plan viewer isn’t on this device yet. Connect once to get it, or download the file to open it in another app.',
} as const;
type Code = keyof typeof messages;

export class PlanError extends Error {
  override name = 'PlanError';
  readonly code: Code;

  constructor(code: Code) {
    super(messages[code]);
    this.code = code;
  }

  /** Whether trying again may help: it opens a damaged file no better; a lost connection may come back. */
  static isWorthTrying(error: unknown): boolean {
    return !(error instanceof PlanError) || error.code === 'viewer-missing';
  }

  /** Whether workers may be busy with it for ever. */
  static isEndless(error: unknown): boolean {
    return error instanceof PlanError && error.code === 'too-complex';
  }

  /** Turns errors of PDF.js into ours; other errors of the app, such as a lost connection, stay what they are. */
  static of(error: unknown): Error {
    if (!(error instanceof Error)) return new PlanError('damaged');
    if (error.name === 'PlanError' || error.name === 'ApiError' || error.name === 'AbortError') return error;
    if (error.name === 'TimeoutError') return new PlanError('too-complex');
    if (error.name === 'PasswordException') return new PlanError('locked');
    // By its words, for which PDF.js has no class: another way of protection than by a password, and one of a password that it cannot.
    if (error.message === 'unknown encryption method') return new PlanError('protected');
    if (error.message === 'unsupported encryption algorithm') return new PlanError('locked');
    return new PlanError('damaged');
  }
}
