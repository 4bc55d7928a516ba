import type { Firm } from '../contract/firmSettings.ts';
import { writeStored } from '../storage.ts';
import { brandChanged } from './windowTitle.ts';

/**
 * Applies what this device knows of the firm to the document, before the first paint: the build puts this function into the head of the
 * page as a script of its own, so it uses nothing from outside.
 */
export function applyStoredFirm(): void {
  try {
    const { name, color } = JSON.parse(localStorage.getItem('firm') ?? '{}');
    const { dataset, style } = document.documentElement;
    if (name) dataset.firm = name;
    else delete dataset.firm;
    style.setProperty('--firm-name', name ? JSON.stringify(name) : '');
    style.setProperty('--firm', color ? color : '');
    style.setProperty('--firm-night', color ? `color-mix(in oklab, ${color} 45%, black)` : '');
  } catch {
    // Storage is forbidden here.
  }
}

const usualColor = '#15307c';

/** Colors the browser's frame by day as the app's. */
function colorFrame({ color }: Pick<Firm, 'color'>): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"][media*="light"]'))
    meta.content = color || usualColor;
}

/** Stores what the firm calls itself, for the next start too, and shows it. */
export function keepFirm(firm: Firm): void {
  writeStored('firm', firm.name === '' && firm.color === '' ? null : JSON.stringify(firm));
  applyStoredFirm();
  colorFrame(firm);
  brandChanged.emit();
}
