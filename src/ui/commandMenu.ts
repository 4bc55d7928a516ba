import { createStore } from '../store.ts';

/** Whether the menu of commands is open: menus of the page then have their items in the document, so that it finds them. */
export const isCommandMenuOpen = createStore(false);
