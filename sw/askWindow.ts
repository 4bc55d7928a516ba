import { answerWithinMs, type WorkerQuestion } from '../src/device/workerMessages.ts';

/** Whether a window says yes; a frozen or a hung one says nothing, which is no. */
export function askWindow(
  window: Client,
  question: WorkerQuestion,
  withinMs = answerWithinMs,
): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (answer: boolean) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(end, withinMs, false);
    port1.onmessage = ({ data }) => end(data === true);
    window.postMessage(question, [port2]);
  });
}
