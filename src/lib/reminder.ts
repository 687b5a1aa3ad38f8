/**
 * What a visit of 通知公告列表 is asked to begin with, as router state: unlike an address, no tab and no link repeats it.
 */
export interface Reminder {
  /** The task that departments are reminded of. */
  remind: string;
}

/** @param state of a router's location, which may be anything */
export const reminderIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'remind' in state && typeof state.remind === 'string' ? state.remind : undefined;
