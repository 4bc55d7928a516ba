import { apply } from '../../cache/apply.ts';
import { takePendingOpening, type WorkerRequest } from '../../device/workerMessages.ts';
import { getOwner, getSession, onSessionChange } from '../../session/session.ts';
import { openChat } from '../../ui/openChat.ts';
import { safeNext } from '../authSearch.ts';
import type { AppRouter } from '../routes.tsx';

/** Returns the uid of the approved user on screen; notifications of others open nothing. */
function reader(): string | null {
  return getSession().stage === 'active' ? (getOwner()?.uid ?? null) : null;
}

function chatOnScreen(router: AppRouter): string | undefined {
  const isFocused = document.visibilityState === 'visible' && document.hasFocus();
  return isFocused ? (router.state.location.search as { chat?: string }).chat : undefined;
}

/** Opens a chat over the current page, which keeps what is typed; navigates for anything else. */
function open(router: AppRouter, path: string, isStart: boolean): void {
  const next = safeNext(path);
  if (!next || next === router.state.location.href) return;
  const chat = new URL(next, location.origin).searchParams.get('chat');
  if (chat && !isStart) openChat(router.navigate, chat);
  else router.history.push(next);
}

function respond(router: AppRouter, question: WorkerRequest): boolean {
  if (question.ownerUid !== reader()) return false;
  if (question.type === 'open') {
    open(router, question.path, false);
    // Done: a window that starts later must not open it again.
    void takePendingOpening(question.ownerUid);
    return true;
  }
  const { jobId, communicationId } = question;
  if (jobId) apply({ kind: communicationId === '' ? 'job-outdated' : 'messages-outdated', jobId });
  return communicationId !== '' && chatOnScreen(router) === jobId;
}

/** Opens the notification that was clicked before this window could respond. */
async function openClicked(router: AppRouter, isStart: boolean): Promise<void> {
  const uid = reader();
  const path = uid && (await takePendingOpening(uid));
  if (path && uid === reader()) open(router, path, isStart);
}

/** Responds to the worker, and opens what a clicked notification points to. Called once. */
export function respondToWorker(router: AppRouter): void {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<WorkerRequest>) => {
    if (data?.type === 'pushed' || data?.type === 'open') ports[0]?.postMessage(respond(router, data));
  });
  let entered: string | null = null;
  const update = () => {
    const isStart = reader() !== null && reader() !== entered;
    entered = reader();
    if (isStart) void openClicked(router, true);
  };
  update();
  onSessionChange(update);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void openClicked(router, false);
  });
}
