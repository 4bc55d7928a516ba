import './styles/index.css';
// Shared by the sign-in and the list: in the first chunk, so that neither page loads the other.
import './contract/grouped.ts';
import './ui/form/Field.module.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setClient } from './api/client.ts';
import { createClient } from './api/createClient.ts';
import { App } from './app/App.tsx';
import type { EarlyForm } from './app/early/takeOver.ts';
import { createAppRouter } from './app/routes.tsx';
import { followSignOuts } from './app/signOut/leavePage.ts';
import { resumeSignOut } from './app/signOut/resumeSignOut.ts';
import { followTranslation } from './app/start/followTranslation.ts';
import { createLazyModules } from './app/start/lazyModules.ts';
import { loadFirstPage } from './app/start/loadFirstPage.ts';
import { watchMissingChunks } from './app/start/missingChunk.ts';
import { respondToWorker } from './app/start/respondToWorker.ts';
import { createSendingToken } from './app/start/sendingToken.ts';
import { showStored } from './app/start/showStored.ts';
import { setPhoneRegions, splitRegions } from './contract/users/phoneRegions.ts';
import { catchInstallPrompt } from './device/installPrompt.ts';
import { lastTokenReader, readStartRows } from './outbox/records/startRows.ts';
import { followSender } from './outbox/records/waiting.ts';
import { bearer, getOwner, getSession, onSessionChange, startSession } from './session/session.ts';

// The built page applies the theme in its head, before the first paint.
if (import.meta.env.DEV) {
  void import('./device/theme.ts').then(({ applyStoredTheme }) => applyStoredTheme());
  void import('./ui/storedFirm.ts').then(({ applyStoredFirm }) => applyStoredFirm());
}
setPhoneRegions(splitRegions(import.meta.env.PHONE_REGIONS));
watchMissingChunks();
followTranslation();
catchInstallPrompt();
setClient(
  createClient({
    token: bearer,
    repeatsReads: true,
    sendForm: async (...form) => (await import('./api/sendForm.ts')).sendForm(...form),
    explain: async (error) => (await import('./api/tooLarge.ts')).asTooLarge(error),
  }),
);

export const router = createAppRouter();
const token = createSendingToken();
const later = createLazyModules(router, token);
respondToWorker(router);
followSignOuts();
followSender({ current: getOwner, subscribe: onSessionChange, token: token.read });

/** Resolves once the session is known. Until the first page is loaded for it, the document shows what is in `index.html`. */
const decided = new Promise<void>((resolve) => {
  const stop = onSessionChange(() => {
    if (getSession().stage === 'loading') return;
    stop();
    resolve();
  });
});
const atStart = readStartRows();
const resumed = resumeSignOut(atStart);
token.delayUntil(resumed);
const shown = resumed.then(() => showStored(atStart));
void startSession(lastTokenReader(atStart), resumed);
// Loads the code of the first page beside the session.
for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
  for (const load of [router.loadRouteChunk(route), route.options.staticData?.atStart?.()])
    Promise.resolve(load).catch(() => undefined);
}
void later.loadWhenShown();

const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
const root = createRoot(container);
void decided
  // On the sign-in nothing is from storage, which may never answer; pressing it says so.
  .then(() => (getSession().stage === 'signed-out' ? undefined : shown))
  .then(() => loadFirstPage(router))
  .then(() => document.querySelector<EarlyForm>('#early')?.prepare?.(router))
  .then(() =>
    root.render(
      <StrictMode>
        <App router={router} later={later} />
      </StrictMode>,
    ),
  );
