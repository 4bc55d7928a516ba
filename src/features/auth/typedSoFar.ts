import type { ProfileValues } from '../../ui/profileValues.ts';
import { profileValuesOf } from './profileValuesOf.ts';

const key = 'sign-up';

type Typed = ProfileValues & { email: string };

/**
 * What was typed into the sign-up before a reload, in this window only, passwords never. It has no owner yet, and whoever uses the
 * device next must not find it.
 */
export function typedSoFar(): Typed {
  try {
    const typed: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    const email = typeof typed === 'object' && typed !== null && 'email' in typed ? typed.email : '';
    return { ...profileValuesOf(typed), email: typeof email === 'string' ? email : '' };
  } catch {
    return { ...profileValuesOf(null), email: '' };
  }
}

export function keepTyped(values: Typed): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...profileValuesOf(values), email: values.email }));
  } catch {
    // Without storage a reload starts an empty form; nothing else depends on it.
  }
}

export function dropTyped(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
