declare const self: ServiceWorkerGlobalScope;

/** A push event. Browsers that show a push by themselves bring the notification as they would show it. */
export type IncomingPush = {
  readonly data: { json(): unknown } | null;
  readonly notification?: object | null;
};

type Said = Record<string, unknown> & { data: Record<string, unknown> };

/** A push as it is shown. */
export type Push = {
  title: string;
  body: string;
  /** The path that a click opens: of this app, with its search and its place on the page. */
  path: string;
  tag: string;
  /** The firm’s, or the product’s. */
  icon: string;
  silent: boolean;
  /** Null where it is not known. */
  unread: number | null;
} & Record<'ownerUid' | 'jobId' | 'communicationId' | 'receipt', string>;

export const usualIcon = '/icon-192.png';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the path of an address of this app; the start of the app for another origin's, or none. */
function pathOf(address: string): string {
  const { origin } = self.location;
  try {
    const { pathname, search, hash } = new URL(address, origin);
    const path = pathname + search + hash;
    // `//elsewhere` is a path, too.
    return new URL(path, origin).origin === origin ? path : '/';
  } catch {
    return '/';
  }
}

/** Reads the contract's `PushPayload`; null when it is something else. */
export function readPush(event: IncomingPush): Push | null {
  try {
    const payload = event.data?.json() as { notification?: unknown } | undefined;
    const said = (event.notification ?? payload?.notification) as Said;
    const { unread, ...data } = said.data;
    const title = text(said.title);
    const ownerUid = text(data.ownerUid);
    if (!title || !ownerUid) return null;
    return {
      title,
      body: text(said.body),
      path: pathOf(text(said.navigate)),
      tag: text(said.tag),
      icon: text(said.icon) || usualIcon,
      silent: said.silent === true,
      unread: typeof unread === 'number' && unread >= 0 ? unread : null,
      ownerUid,
      jobId: text(data.jobId),
      communicationId: text(data.communicationId),
      receipt: text(data.receipt),
    };
  } catch {
    return null;
  }
}
