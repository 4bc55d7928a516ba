import { welcome } from './app/welcome.ts';
import { applyTheme } from './ui/theme.ts';

/** The first of the app to run, small and alone, while the rest is on its way. What is large runs once something is drawn. */
applyTheme();
void welcome().then((isList) => {
  // The list's own part is loaded beside what starts the app; that says so if it is missing.
  if (isList) import('./features/jobs/JobsPage.tsx').catch(() => undefined);
  return import('./main.tsx');
});
