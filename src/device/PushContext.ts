import { createContext } from 'react';
import type { Push } from './push.ts';

/** The page's push state; null until that part of the app is loaded. */
export const PushContext = createContext<Push | null>(null);
