import { type Person, people, tokenOf } from '../../support/server/people.ts';
import type { Context } from './Context.ts';

type User = { uid: string; email: string; emailVerified: boolean };
type Token = User & { idToken: string; exp: number };

const userOf = (person: Person | null): User | null =>
  person && { uid: person.uid, email: person.email, emailVerified: person.verified };

/** The identity provider's SDK in one page: who is signed in is stored on the device; tokens come over the network. */
export function newProvider(context: Context) {
  const { device } = context;
  const { world } = device;
  const { sim } = world;
  const listeners = new Set<(user: User | null) => void>();
  const tokenListeners = new Set<(token: Token) => void>();
  let isLoaded = false;
  let token: (Token & { until: number }) | null = null;
  const isAlive = () => context.isAlive;

  async function online(): Promise<void> {
    await sim.pass(5, 300, isAlive);
    if (!device.isOnline || world.faults.isProviderSilent) throw new Error('auth/network-request-failed');
  }

  async function renewed(person: Person): Promise<Token> {
    await online();
    if (world.accountsGone.has(person.uid)) throw new Error('auth/user-token-expired');
    // By the provider's clock.
    const idToken = tokenOf(person, world.now());
    token = {
      ...(userOf(person) as User),
      idToken,
      exp: Math.floor(world.now() / 1000) + 3540,
      until: sim.now + 3_000_000,
    };
    const made = token;
    for (const listener of tokenListeners) sim.after(0, () => isAlive() && listener(made));
    return made;
  }

  function tell(): void {
    for (const heard of device.onUser) heard(context);
  }
  // The SDK hears of other windows by the storage that they share.
  device.onUser.add((inWindow) => {
    if (!isAlive()) return;
    const lateMs = inWindow === context ? 0 : sim.between(0, 800);
    for (const listener of listeners) sim.after(lateMs, () => isAlive() && listener(userOf(device.signedIn)));
  });

  return {
    isProviderLoaded: () => isLoaded,
    currentUser: () => userOf(device.signedIn),
    onUser(listener: (user: User | null) => void) {
      sim.after(sim.between(5, 400), () => {
        if (!isAlive()) return;
        isLoaded = true;
        listeners.add(listener);
        listener(userOf(device.signedIn));
      });
      return () => listeners.delete(listener);
    },
    async readToken(renew: boolean): Promise<Token | null | 'later'> {
      const person = device.signedIn;
      if (!person) return null;
      if (!renew && token && token.uid === person.uid && token.until > sim.now) return token;
      return renewed(person).catch(() => 'later' as const);
    },
    followTokens(listener: (token: Token) => void) {
      tokenListeners.add(listener);
      const person = device.signedIn;
      if (person && token?.uid === person.uid) listener(token);
      else if (person) renewed(person).catch(() => undefined);
      return () => tokenListeners.delete(listener);
    },
    async signInWithPassword(email: string): Promise<User> {
      await online();
      const account = Object.values(people).find((person) => person.email === email);
      if (!account || world.accountsGone.has(account.uid)) throw new Error('auth/user-not-found');
      device.signedIn = account;
      token = null;
      tell();
      if (device.signedIn) await renewed(device.signedIn);
      return userOf(device.signedIn) as User;
    },
    async signOutUser(uid: string): Promise<void> {
      await sim.pass(0, 20, isAlive);
      if (device.signedIn?.uid !== uid) return;
      device.signedIn = null;
      token = null;
      tell();
    },
    reloadUser: async () => userOf(device.signedIn),
  };
}
