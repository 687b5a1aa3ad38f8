/**
 * One look-up for all keys that are asked for within a turn of the event loop, each key once. It begins when the sockets
 * that had something to say were read, so nobody waits for callers to come.
 * @param lookUp what it rejects with, everybody who asked is told
 */
export function gatherLookUps<Found>(lookUp: (keys: string[]) => Promise<ReadonlyMap<string, Found>>): (key: string) => Promise<Found | undefined> {
  let gathered: { keys: Set<string>; found: Promise<ReadonlyMap<string, Found>> } | undefined;

  const gather = (): NonNullable<typeof gathered> => {
    const keys = new Set<string>();
    const turn = new Promise<void>((resolve) => setImmediate(resolve));
    const found = turn.then(() => {
      gathered = undefined;
      return lookUp([...keys]);
    });
    return { keys, found };
  };

  return async (key) => {
    gathered ??= gather();
    gathered.keys.add(key);
    return (await gathered.found).get(key);
  };
}
