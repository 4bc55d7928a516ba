import { createStore } from '../../store.ts';

/** A picture to draw on, for the unsent message of a job. `id`: of its drawing, which is continued if it was begun. */
export type RequestedDrawing = { jobId: string; id: string; picture: File };

const requested = createStore<RequestedDrawing | null>(null);

/** The drawing that the chat of its job opens as soon as it is shown; null once it is open. */
export const { get: requestedDrawing, subscribe: onDrawingRequested, set: requestDrawing } = requested;
