/** Asked for there, garbage is collected before memory is looked at. */
export const KEPT_PATH = '/kept';

export interface LoopState {
  /** How long the loop was held at most since the last reading, in milliseconds of processor time. */
  heldMs: number;
  /** Bytes on the heap and beside it. */
  kept: number;
}
