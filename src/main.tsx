import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setReads } from './api/client.ts';
import { readAgain } from './api/readAgain.ts';
import { App } from './app/App.tsx';
import { answerWorker } from './app/answerWorker.ts';
import { watchConnection } from './app/connection.ts';
import { watchInstall } from './app/install.ts';
import { keepPush } from './app/keepPush.ts';
import { keepSite } from './app/keepSite.ts';
import { followLaunches } from './app/launches.ts';
import { askToLeave } from './app/leaving.ts';
import { router } from './app/routes.tsx';
import { startSending } from './app/sending.ts';
import { followSignOuts, keptToken, resumeSignOut } from './app/signOut.ts';
import { startLive } from './app/startLive.ts';
import { installWorker } from './app/update.ts';
import { setChatOpener } from './session/openChat.ts';
import { setSignOut, startSession } from './session/session.ts';
import { applyTheme } from './ui/theme.ts';

setReads(readAgain);
applyTheme();
watchConnection();
watchInstall();
startSending(() => resumeSignOut());
setSignOut(askToLeave);
followSignOuts();
keepSite();
followLaunches((href) => void router.navigate({ href }));
keepPush();
answerWorker();
startLive(resumeSignOut());
void startSession(keptToken, resumeSignOut());
setChatOpener((chat, from) => {
  void router.navigate({
    to: '.',
    search: ({ from: _, ...others }) => ({ ...others, chat, ...(from ? { from } : {}) }),
    resetScroll: false,
  });
});

const container = document.getElementById('app');
if (!container) throw new Error('The page has no #app.');
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
installWorker();
