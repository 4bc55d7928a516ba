import { responseTimeoutMs, type WorkerRequest } from '../src/device/workerMessages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Returns the open windows of the app, also those without a worker. */
export function openWindows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

/** Asks a window; false also when a frozen or hung one does not answer. */
export function askWindow(
  window: Client,
  question: WorkerRequest,
  withinMs = responseTimeoutMs,
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
