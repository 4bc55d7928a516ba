/** A list of listeners. */
export type Event<A extends unknown[]> = {
  /** Calls every listener. */
  emit(...args: A): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: (...args: A) => void): () => void;
};

export function createEvent<A extends unknown[] = []>(): Event<A> {
  const listeners = new Set<(...args: A) => void>();
  return {
    emit(...args) {
      for (const listener of listeners) listener(...args);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A value with listeners, for `useSyncExternalStore`. */
export type Store<T> = {
  get(): T;
  set(next: T): void;
  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const { emit, subscribe } = createEvent();
  return {
    get: () => value,
    set(next) {
      value = next;
      emit();
    },
    subscribe,
  };
}
