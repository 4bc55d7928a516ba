/** A drawn element: its tag, what CSS needs of it, and what stands in it; or its words. */
export type Drawn = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...Drawn[]];

/** How a screen looked when it was last seen. */
export type ScreenPicture = {
  /** Of the window, in CSS pixels: another width has another layout. */
  width: number;
  /** Of the app: in another version the same classes may look otherwise. */
  version: string;
  /** The rules that it needs besides those of the page's own styles. */
  styles: string;
  frame: Drawn;
};

/** In local storage, in the name of its person, so that it leaves the device with them. */
export function pictureKey(uid: string): string {
  return `screen:${uid}`;
}

let own: string[] | undefined;

/**
 * The addresses of the scripts and styles that the page itself names, by which a build of the app is known. First called before
 * the app adds any.
 */
export function namedByPage(): readonly string[] {
  own ??= Array.from(
    document.querySelectorAll<HTMLElement>('script[src], link[rel="stylesheet"]'),
    (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
  );
  return own;
}

export function versionOfPage(): string {
  return namedByPage().join(' ');
}

/** Where the app begins, by its two addresses; the only screen of which a picture is kept. */
export function isFirstList({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return (pathname === '/' || pathname === '/jobs/listing/all') && search === '';
}
