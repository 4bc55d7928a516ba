/** Where the backend answers: a path of our own origin, or another origin; without a slash at its end. */
export function apiBase(): string {
  return (import.meta.env.VITE_API_BASE ?? '/api').replace(/\/$/, '');
}
