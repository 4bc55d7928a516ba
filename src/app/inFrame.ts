import { createContext } from 'react';

/** Whether a page stands inside the frame, whose `main` it then is a part of. */
export const InFrame = createContext(false);
