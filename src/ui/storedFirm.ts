import { type Firm, logoAddress } from '../contract/firmSettings.ts';
import { writeStored } from '../storage.ts';
import { setFirm } from './firm.ts';

/**
 * Applies what this device knows of the firm to the document, else what the server wrote into the page, before the first paint: the
 * build puts this function into the head of the page as a script of its own, so it uses nothing from outside.
 */
export function applyStoredFirm(): void {
  const { dataset, style } = document.documentElement;
  let firm: Partial<Firm> | null = null;
  try {
    firm = JSON.parse(localStorage.getItem('firm') ?? 'null');
  } catch {
    // Storage is forbidden here, or broken.
  }
  const served = document.querySelector<HTMLMetaElement>('meta[name="firm"]')?.content;
  const { name, color, logo } = firm ?? (JSON.parse(served ?? '{}') as Partial<Firm>);
  if (name) dataset.firm = name;
  else delete dataset.firm;
  // A wide logo has the name in it.
  if (logo) dataset.logo = logo.width < 2 * logo.height ? 'square' : 'wide';
  else delete dataset.logo;
  style.setProperty('--firm-name', name ? JSON.stringify(name) : '');
  style.setProperty('--firm-logo', logo ? `url("/firm/${logo.hash}/logo.png")` : '');
  style.setProperty('--logo-ratio', logo ? `${logo.width / logo.height}` : '');
  style.setProperty('--firm', color ? color : '');
  style.setProperty('--firm-night', color ? `color-mix(in oklab, ${color} 45%, black)` : '');
}

const usual = { color: '#15307c', icon: '/icon-192.png', touchIcon: '/apple-touch-icon.png' };

function metaOf(name: string): HTMLMetaElement {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  const meta = found ?? document.head.appendChild(document.createElement('meta'));
  meta.name = name;
  return meta;
}

/** Shows the firm where the browser looks: the frame by day, the icon of the tab, and what an installed app is made of. */
function showInHead(firm: Firm): void {
  const { name, color, logo } = firm;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"][media*="light"]'))
    meta.content = color || usual.color;
  metaOf('apple-mobile-web-app-title').content = name || 'EV Jobs';
  metaOf('firm').content = JSON.stringify(firm);
  const icons = [
    ['icon', logo ? logoAddress(logo.hash, 'favicon-48.png') : usual.icon, logo ? '48x48' : '192x192'],
    ['apple-touch-icon', logo ? logoAddress(logo.hash, 'apple-180.png') : usual.touchIcon, ''],
  ] as const;
  for (const [rel, href, sizes] of icons) {
    const link = document.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`);
    if (!link) continue;
    link.href = href;
    if (sizes) link.setAttribute('sizes', sizes);
  }
}

/** Stores the logo for starts without a connection: the worker serves it from here. Those of before go. */
async function keepLogo({ logo }: Firm): Promise<void> {
  const cache = await caches.open('firm');
  const names = ['logo.png', 'favicon-48.png'];
  const wanted = logo ? names.map((name) => location.origin + logoAddress(logo.hash, name)) : [];
  const stored = (await cache.keys()).map(({ url }) => url);
  await Promise.all(stored.filter((url) => !wanted.includes(url)).map((url) => cache.delete(url)));
  await cache.addAll(wanted.filter((url) => !stored.includes(url)));
}

/** Stores what the firm calls itself, for the next start too, and shows it. */
export function keepFirm(firm: Firm): void {
  writeStored('firm', JSON.stringify(firm));
  showInHead(firm);
  applyStoredFirm();
  setFirm(firm);
  // Without a connection, or where nothing is stored, the next start tries again.
  if ('caches' in globalThis) keepLogo(firm).catch(() => undefined);
}
