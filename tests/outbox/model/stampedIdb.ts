/** Makes a class whose instances put a value of their own on any object, a proxy too. */
function newStamp() {
  const Given = class {
    constructor(object: object) {
      // biome-ignore lint/correctness/noConstructorReturn: the fields of the class below are added to it.
      return object;
    }
  };
  return class Stamp extends Given {
    #value: unknown;

    constructor(object: object, value: unknown) {
      super(object);
      this.#value = value;
    }

    static get(object: object): unknown {
      return #value in object ? object.#value : undefined;
    }

    static set(object: object, value: unknown): void {
      if (#value in object) object.#value = value;
      else new Stamp(object, value);
    }
  };
}

/**
 * `idb` knows every transaction and request by weak maps, whose values refer to their keys. A collection of young objects keeps all of
 * these alive, with the whole database: a sixth of the time went into moving them.
 */
class StampedMap {
  readonly #stamp = newStamp();

  get(key: unknown): unknown {
    return (typeof key === 'object' && key !== null) || typeof key === 'function'
      ? this.#stamp.get(key)
      : undefined;
  }

  set(key: object, value: unknown): this {
    this.#stamp.set(key, value);
    return this;
  }

  has(key: unknown): boolean {
    return this.get(key) !== undefined;
  }
}
const { WeakMap: realWeakMap } = globalThis;
globalThis.WeakMap = StampedMap as never;
await import('idb');
globalThis.WeakMap = realWeakMap;

export {};
