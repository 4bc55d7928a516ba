/** The fake IndexedDB of the model, fast in two ways. Import it before `idb`. */
import './fastStores.ts';
import './stampedIdb.ts';
