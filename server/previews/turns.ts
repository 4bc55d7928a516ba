type Waiting = { group: string; begin: () => void };

/** Lets few do something at a time, in the order they asked, but so that one group never keeps all the others waiting. */
export type Turns = {
  /** Runs `work` when it is its turn; null, at once, when too many wait already. */
  take<T>(group: string, work: () => Promise<T>): Promise<T> | null;
};

export function openTurns(atOnce: number, mostWaiting: number): Turns {
  const waiting: Waiting[] = [];
  const running: string[] = [];
  const mostOfOne = Math.max(1, atOnce - 1);

  function beginNext(): void {
    if (running.length >= atOnce) return;
    const at = waiting.findIndex(
      ({ group }) => running.filter((other) => other === group).length < mostOfOne,
    );
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (!next) return;
    running.push(next.group);
    next.begin();
    beginNext();
  }

  async function inTurn<T>(group: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      waiting.push({ group, begin });
      beginNext();
    });
    try {
      return await work();
    } finally {
      running.splice(running.indexOf(group), 1);
      beginNext();
    }
  }

  return {
    take: (group, work) => (waiting.length < mostWaiting ? inTurn(group, work) : null),
  };
}
