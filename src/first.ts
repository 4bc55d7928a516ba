import { welcome } from './app/welcome.ts';
import { applyTheme } from './ui/theme.ts';

/** The first of the app to run, small and alone, while the rest is on its way. What is large runs once something is drawn. */
applyTheme();
void welcome().then(() => import('./main.tsx'));
