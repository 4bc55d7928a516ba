import { StartError } from '../errors/startError.ts';
import { errorForLog } from '../log/logging.ts';

const closeLimitMs = 10_000;

type Close = () => Promise<void> | void;

export type Program = {
  /** Registers a function that closes something. They run in reverse order. */
  onClose(close: Close): void;
  /** Closes everything and exits with code 0. */
  done(): void;
  /** Prints the reason, closes everything and exits with code 1. */
  fail(error: unknown): void;
};

/** Returns the message of an error; a bug's includes its stack. */
function messageOf(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { type, message, stack } = errorForLog(error);
  return `EV Jobs stopped because of an unexpected error. ${type}: ${message}\n${stack}`;
}

/** Runs a command. A signal before it is done is a failure: what follows it in a script must not think that it was done. */
export function runCommand(start: (program: Program) => Promise<void>): Promise<void> {
  return runProgram(start, (fail) => fail(new StartError('Stopped before this was done.')));
}

/**
 * Runs a program until a signal (SIGINT, SIGTERM: exit code 0, or what `onSignal` does) or a failure (exit code 1 and a message). In both
 * cases everything opened is closed first.
 */
export async function runProgram(
  start: (program: Program) => Promise<void>,
  onSignal?: (fail: Program['fail']) => void,
): Promise<void> {
  const closes: Close[] = [];
  let ending = false;

  async function end(code: number): Promise<void> {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(code), closeLimitMs).unref();
    for (let close = closes.pop(); close; close = closes.pop()) {
      await Promise.resolve(close()).catch((error: unknown) => process.stderr.write(`${messageOf(error)}\n`));
    }
    process.exit(code);
  }

  const fail = (error: unknown) => {
    if (!ending) process.stderr.write(`${messageOf(error)}\n`);
    void end(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (onSignal ? onSignal(fail) : void end(0)));
  process.on('uncaughtException', fail);
  try {
    await start({ onClose: (close) => closes.push(close), done: () => void end(0), fail });
  } catch (error) {
    fail(error);
  }
}
