import { useEffect, useState } from 'react';

/** Seconds until something may be done again; the end is kept for this window, so that a reload does not skip it. */
export function useCoolDown(name: string, lengthSeconds: number) {
  const key = `cool-down:${name}`;
  const [endMs, setEndMs] = useState(() => Number(sessionStorage.getItem(key) ?? 0));
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endMs - nowMs) / 1000));

  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNowMs(Date.now()), 1000);
    return () => clearTimeout(timer);
  });

  function start() {
    const end = Date.now() + lengthSeconds * 1000;
    sessionStorage.setItem(key, String(end));
    setEndMs(end);
    setNowMs(Date.now());
  }
  return { left, start };
}
