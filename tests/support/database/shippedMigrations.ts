import { readdirSync } from 'node:fs';

/** The names of the product's migrations, in their order. */
export const shippedMigrations = readdirSync(new URL('../../../server/migrations/', import.meta.url)).sort();
