import { createStore } from '../../../store.ts';
import type { View } from '../filters/views.ts';

/** What a view is named for: the list that is shown, or the view that is edited. */
export type AskedView = { isNew: boolean; view: Pick<View, 'category' | 'search' | 'saved'> };

/** What the dialog of views asks about; null while it is closed. */
export const askedView = createStore<AskedView | null>(null);
