import { createContext } from 'react';

/** Opens the sheet with everything that has not been sent yet, wherever the reader is. */
export const OpenOutboxSheet = createContext<() => void>(() => undefined);
