/** A drawn element: its tag, what CSS needs of it, and what stands in it; or its words. */
export type Drawn = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...Drawn[]];

/** How a screen looked when it was last seen. */
export type ScreenPicture = {
  /** Of the window, in CSS pixels: another width has another layout. */
  width: number;
  /** Of the app: in another version the same classes may look otherwise. */
  version: string;
  /** The styles that it needs. */
  sheets: readonly string[];
  frame: Drawn;
};

/** In local storage, in the name of its person, so that it leaves the device with them. */
export function pictureKey(uid: string): string {
  return `screen:${uid}`;
}

/** The styles that the page links. */
export function linkedSheets(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
}

export function addressOf(sheet: HTMLLinkElement): string {
  return sheet.getAttribute('href') ?? '';
}

/** Which build of the app this is, by the names of what it starts with. */
export function versionOfPage(): string {
  return Array.from(document.querySelectorAll('script[src]'), (script) => script.getAttribute('src')).join(
    ' ',
  );
}

/** Where the app begins, by its two addresses; the only screen of which a picture is kept. */
export function isFirstList({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return (pathname === '/' || pathname === '/jobs/listing/all') && search === '';
}
