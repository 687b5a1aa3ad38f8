import { useEffect, useState } from 'react';

/**
 * What is read of that name; undefined until it is there, and where there is no name.
 * @param read never rejects; the same function until it is to be read anew, which shows the value before meanwhile
 */
export function useLoaded<Value>(name: string | undefined, read: (name: string) => Promise<Value>): Value | undefined {
  const [loaded, setLoaded] = useState<{ name: string; value: Value }>();
  useEffect(() => {
    if (name === undefined) return undefined;
    let isCurrent = true;
    void read(name).then((value) => {
      if (isCurrent) setLoaded({ name, value });
    });
    return () => {
      isCurrent = false;
    };
  }, [name, read]);
  return loaded !== undefined && loaded.name === name ? loaded.value : undefined;
}
