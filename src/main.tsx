import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setFetch, setReads } from './api/client.ts';
import { fetchOrTake } from './api/headStart.ts';
import { readAgain } from './api/readAgain.ts';
import { App } from './app/App.tsx';
import { answerWorker } from './app/answerWorker.ts';
import { holdInstallPrompt } from './app/installPrompt.ts';
import { keptToken } from './app/keptToken.ts';
import { isLastScreenShown } from './app/lastScreen.ts';
import { loadLater, startLater } from './app/later.ts';
import { followSignOuts } from './app/leavePage.ts';
import { outboxToken } from './app/outboxToken.ts';
import { readAhead } from './app/readAhead.ts';
import { resumeSignOut } from './app/resumeSignOut.ts';
import { router } from './app/routes.tsx';
import { showKept } from './app/showKept.ts';
import { setSendingToken } from './outbox/sendingToken.ts';
import { showRecordsOf } from './outbox/waiting.ts';
import { setChatOpener } from './session/openChat.ts';
import { getOwner, getSession, setSignOut, startSession, subscribe } from './session/session.ts';
import { within } from './session/within.ts';
import { afterPaint } from './ui/afterPaint.ts';

holdInstallPrompt();
setReads(readAgain);
setFetch(fetchOrTake);
setSendingToken(outboxToken);
setSignOut(async () => (await loadLater()).askToLeave());
followSignOuts();
answerWorker(router);
setChatOpener((chat, from) =>
  afterPaint(() => {
    void router.navigate({
      to: '.',
      search: ({ from: _, ...others }) => ({ ...others, chat, ...(from ? { from } : {}) }),
      resetScroll: false,
    });
  }),
);

// What is sent goes into the outbox of whoever is here, also before that is loaded.
subscribe(() => showRecordsOf(getOwner()));
const decided = new Promise<void>((resolve) => {
  const stop = subscribe(() => {
    const session = getSession();
    if (session.stage === 'loading') return;
    stop();
    if (session.stage === 'active') readAhead(router.latestLocation, session.email);
    resolve();
  });
});
void startSession(keptToken, resumeSignOut().then(showKept));
void startLater(router);

const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
const root = createRoot(container);
/** Mostly it is known that soon who is here; then nothing else is drawn before. */
const decidedWithinMs = 100;
/** How long the last screen may stand for the app. */
const standInMs = 5000;

/** The last screen makes way for the page itself, not for what is drawn until that is loaded. */
async function pageIsReady(): Promise<void> {
  await decided;
  const session = getSession();
  if (session.stage !== 'active') return;
  router.update({ ...router.options, context: { session } });
  await router.load();
}

const settled = within(decidedWithinMs, decided, null);
void settled
  .then(() => (isLastScreenShown() ? within(standInMs, pageIsReady(), null) : null))
  .then(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
