import { useEffect, useState } from 'react';

/** An address for bytes in memory, given back when the part goes; undefined until it is there. */
export function useBlobUrl(blob: Blob): string | undefined {
  const [made, setMade] = useState<{ blob: Blob; url: string }>();
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    let isGone = false;
    queueMicrotask(() => isGone || setMade({ blob, url }));
    return () => {
      isGone = true;
      URL.revokeObjectURL(url);
    };
  }, [blob]);
  return made?.blob === blob ? made.url : undefined;
}
