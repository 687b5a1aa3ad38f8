import { useCallback, useState } from 'react';

/** Whether any field of a card has text that is not being stored yet, and what its fields tell that to. */
export function useTyping(): { isTyping: boolean; onTyping: (isTyping: boolean) => void } {
  const [fields, setFields] = useState(0);
  const onTyping = useCallback((isTyping: boolean) => setFields((count) => count + (isTyping ? 1 : -1)), []);
  return { isTyping: fields > 0, onTyping };
}
