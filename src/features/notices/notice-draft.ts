import type { NoticeAudience, NoticeStatus } from '#contract/notice-kind.ts';

/** What a change of a notice began with. */
export interface NoticeRead {
  title: string;
  body: string;
  /** This and the following are absent in what an earlier release kept. */
  audience?: NoticeAudience;
  deptIds?: string[];
  status?: NoticeStatus;
}

/**
 * What the phone keeps of a notice that is being written, so its shape carries the version of the rows. Of one that exists
 * only what was changed: the rest stays as somebody else may have saved it meanwhile.
 */
export interface NoticeInput {
  /** One for as long as a new one was not accepted: a repeated tap must not make two. */
  id: string;
  words: { title?: string; body?: string };
  /** One that exists as it was when the change began: what somebody else puts in its place is not overwritten unseen. */
  read?: NoticeRead | undefined;
  readers: { audience: NoticeAudience; deptIds: readonly string[] } | undefined;
}

/** The name under which the phone keeps it. @param id undefined for a new one */
export const noticeForm = (id = 'new'): string => `notice:${id}`;
