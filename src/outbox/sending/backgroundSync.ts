import { createStore } from '../../store.ts';

/** Whether the browser wakes the worker for what waits (Background Sync), also once every page is closed. */
export const wakesWorker = createStore(false);
