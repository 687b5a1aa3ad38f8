import type { DepartmentKind } from '#contract/department-kind.ts';
import type { Result } from '#contract/result.ts';
import type { ScoredPoint } from '#contract/score.ts';
import type { DemonstrationDept } from './hospitals.ts';

export interface StoryPoint extends ScoredPoint {
  pointId: string;
  versionId: string;
  itemName: string;
  categoryId: string;
  /** Number of its category in the library, from 1. */
  category: number;
  /** Kinds of departments that can answer; undefined for all. */
  kinds: readonly DepartmentKind[] | undefined;
  content: string;
  seq: number;
  /** Share of departments that fail it. */
  risk: number;
}

export interface StoryAnswer {
  point: StoryPoint;
  result: Result | null;
  remark: string;
  photos: string[];
  answeredBy: string | null;
  answeredAt: Date | null;
  savedAt: Date | null;
  revision: number;
  returnRemark: string | null;
}

export interface StoryEntry {
  entryId: string;
  pointId: string;
  result: Result;
  remark: string;
  photos: string[];
  answeredBy: string;
  answeredAt: Date;
  savedAt: Date;
  revision: number;
}

/** What happened to one department's part of a task, in the words of the database. */
export interface DeptTaskStory {
  answers: StoryAnswer[];
  history: StoryEntry[];
  submittedAt: Date | null;
  submittedBy: string | null;
  /** With the submission that came back. */
  returned: { at: Date; reason: string; submittedAt: Date; submittedBy: string; remarks: { pointId: string; remark: string }[] } | null;
  isReturned: boolean;
  correction: StoryCorrection | null;
}

export interface StoryDept {
  dept: DemonstrationDept;
  /** Whether it is asked a point, by its kind. */
  isAsked: (point: Pick<StoryPoint, 'pointId' | 'kinds'>) => boolean;
  leader: string;
  /** The first three walk the ward. */
  people: readonly { id: string; employeeName: string }[];
  photos: readonly string[];
}

/** What an item held after one save or one return. */
export interface StoryCorrectionStep {
  entryId: string;
  measures: string;
  responsible: string;
  photosAfter: string[];
  correctedAt: Date | null;
  savedAt: Date;
  /** Undefined for the administrator, who returned it. */
  savedBy: string | undefined;
  /** Both of a return. */
  returnReason: string | null;
  dueDate: string | null;
}

export interface StoryCorrectionItem {
  id: string;
  answer: StoryAnswer;
  /** The earliest first; none where nobody has begun. */
  steps: StoryCorrectionStep[];
}

export interface StoryCorrection {
  id: string;
  /** Of the items that were never returned. */
  dueDate: string;
  correctDays: number;
  createdAt: Date;
  confirmedAt: Date | null;
  items: StoryCorrectionItem[];
}
