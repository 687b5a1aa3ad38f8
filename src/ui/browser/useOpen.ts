import { useState } from 'react';

/**
 * What is open above a page, if anything. `close` belongs to what was open when it was made: an answer that comes late
 * must not close what was opened since.
 */
export function useOpen<Open extends object>() {
  const [open, setOpen] = useState<Open>();
  return { open, setOpen, close: (): void => setOpen((now) => (now === open ? undefined : now)) };
}
