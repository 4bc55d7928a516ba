import { Button } from '../../ui/Button.tsx';

/** Stands in the document of an early form, hidden until a part of the app could not be loaded (`earlyScript.ts`). */
export function EarlyFailure() {
  return (
    <div id="early-failure" className="sheet row" role="alert" hidden>
      <p>EV Jobs couldn’t be loaded. What you typed is still here.</p>
      <Button>Try again</Button>
    </div>
  );
}
