/** What of one department task, or of one self-correction, waits on this phone. */
export interface Waiting {
  /** On its way. */
  pending: number;
  /** What the phone refused to store: it goes with this tab. */
  unsaved: number;
  /** What waits for the person, such as 不合格 without a remark. */
  incomplete: number;
  /** What somebody has to look at: refused, or in conflict. */
  problems: number;
  /** Whether the submission of the task waits too, and whether the phone stored it. */
  submit: 'saved' | 'unsaved' | null;
}

export const NOTHING_WAITS: Waiting = { pending: 0, unsaved: 0, incomplete: 0, problems: 0, submit: null };
