import { lazyPart } from '@/ui/lazy/lazy-part.ts';

/** For a sheet that stands in a first screen, which comes without it. */
export const LazySheet = lazyPart(
  async () => (await import('./Sheet.tsx')).Sheet,
  ({ isOpen }) => isOpen,
);
