import { createContext, use } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import type { CorrectionStore } from '@/offline/entries/corrections.ts';
import type { FlushRegistry } from '@/parts/filled/flush-registry.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';

/** What every item of one self-correction shares; the same object as long as it is open, so that no card renders for it. */
export interface Correct {
  store: CorrectionStore;
  unsaved: FlushRegistry;
  /** Offered as the responsible person with one tap. */
  ownName: string;
  showBasis: (shown: Grounds) => void;
  showPhotos: (shown: ShownPhotos) => void;
  /** Stores text and place: Android may end the page while the camera is open. */
  prepareForCamera: () => Promise<void>;
}

export const CorrectContext = createContext<Correct | undefined>(undefined);

export function useCorrect(): Correct {
  const correct = use(CorrectContext);
  if (!correct) throw new Error('an item stands outside its self-correction');
  return correct;
}
