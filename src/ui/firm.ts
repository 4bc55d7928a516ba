import { useSyncExternalStore } from 'react';
import type { Firm } from '../contract/firmSettings.ts';
import { readStoredJson } from '../storage.ts';
import { brandChanged } from './windowTitle.ts';

let known: Partial<Firm> | null = null;

/** Returns what this device knows of the firm. */
export function storedFirm(): Partial<Firm> {
  const served = () =>
    JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="firm"]')?.content ?? '{}');
  known ??= (readStoredJson('firm') ?? served()) as Partial<Firm>;
  return known;
}

export function useFirm(): Partial<Firm> {
  return useSyncExternalStore(brandChanged.subscribe, storedFirm);
}

/** Has everything show another one, once it is stored. */
export function setFirm(firm: Firm): void {
  known = firm;
  brandChanged.emit();
}
