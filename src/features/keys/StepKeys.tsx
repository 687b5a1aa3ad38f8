import { useEffect, useEffectEvent } from 'react';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { isFree, pressStepKey } from './step-keys.ts';

const KeysSheet = lazyPart(
  async () => (await import('./KeysSheet.tsx')).KeysSheet,
  ({ isOpen }) => isOpen,
);

interface StepKeysProps {
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

/** Moves along lists by keys, and lists the keys behind `?`. */
export function StepKeys({ isOpen, onOpen, onClose }: StepKeysProps) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event)) return;
    if (event.key !== '?') return pressStepKey(event);
    event.preventDefault();
    onOpen();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  return <KeysSheet isOpen={isOpen} onClose={onClose} />;
}
