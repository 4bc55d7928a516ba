import { welcome } from './app/welcome.ts';
import { applyTheme } from './ui/theme.ts';

/** The first of the app to run, small and alone, while the rest is still on its way. */
applyTheme();
export const welcomed = welcome();
