type Stored = { url: string; response: Response };

class MemoryCache {
  readonly stored: Stored[] = [];

  match = async (url: string): Promise<Response | undefined> =>
    this.stored.find((one) => one.url === url)?.response.clone();

  async put(url: string, response: Response): Promise<void> {
    // Like a browser, reads the whole body before replacing anything.
    const { status, headers } = response;
    const whole = new Response(await response.arrayBuffer(), { status, headers });
    await this.delete(url);
    this.stored.push({ url, response: whole });
  }

  async delete(url: string): Promise<boolean> {
    const at = this.stored.findIndex((one) => one.url === url);
    if (at >= 0) this.stored.splice(at, 1);
    return at >= 0;
  }

  keys = async (): Promise<{ url: string }[]> => this.stored.map(({ url }) => ({ url }));
}

/** The browser's caches in memory, as far as the worker uses them. */
export class MemoryCaches {
  readonly named = new Map<string, MemoryCache>();

  async open(name: string): Promise<MemoryCache> {
    const cache = this.named.get(name) ?? new MemoryCache();
    this.named.set(name, cache);
    return cache;
  }

  keys = async (): Promise<string[]> => [...this.named.keys()];
  has = async (name: string): Promise<boolean> => this.named.has(name);
  delete = async (name: string): Promise<boolean> => this.named.delete(name);

  async match(url: string, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    return this.named.get(cacheName)?.match(url);
  }

  /** Returns the keys in a user's cache, without its bookkeeping. */
  kept(name: string): string[] {
    const urls = this.named.get(name)?.stored.map(({ url }) => url) ?? [];
    return urls.filter((url) => !url.includes('/used/'));
  }
}
