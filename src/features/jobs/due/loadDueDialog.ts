import { once } from '../../../timing.ts';

/** Loads the dialog that changes a due date. */
export const loadDueDialog = once(() => import('./DueDialog.tsx'));
