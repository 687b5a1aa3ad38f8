import { createContext, use } from 'react';
import type { Grounds } from '#contract/check-point.ts';
import type { Result } from '#contract/result.ts';
import type { DeptTaskPoint } from '#contract/task.ts';
import type { AnswerStore } from '@/offline/entries/answers.ts';
import type { FlushRegistry } from '@/parts/filled/flush-registry.ts';
import type { ShownPhotos } from '@/parts/photos/PhotoViewer.tsx';

/** What every card of one task shares; the same object as long as the task is open, so that no card renders for it. */
export interface FillIn {
  store: AnswerStore;
  unsaved: FlushRegistry;
  showBasis: (shown: Grounds) => void;
  /** `onDelete` is absent where nothing may be deleted. */
  showPhotos: (shown: ShownPhotos) => void;
  /** Stores text and place: Android may end the page while the camera is open. */
  prepareForCamera: () => Promise<void>;
  /** Takes the answer to a point back. */
  onClear: (point: DeptTaskPoint) => Promise<void>;
  /** Told when a point has its first answer. */
  onAnswered: (point: DeptTaskPoint, result: Result) => void;
}

export const FillInContext = createContext<FillIn | undefined>(undefined);

export function useFillIn(): FillIn {
  const fillIn = use(FillInContext);
  if (!fillIn) throw new Error('a check point card stands outside its task');
  return fillIn;
}
