import { createContext, use, useEffect, type ReactNode } from 'react';

/** What the shell puts into every page: the parts of `ui` know nothing about menus or sync. */
export interface PageChrome {
  isNarrow: boolean;
  /** Opens the menu, on a phone. */
  menuButton: ReactNode;
  /** Goes back to where the person came from, or one level up. */
  goBack: () => void;
  syncMark: ReactNode;
  /** Search and notices, on a phone; a desktop has them in its top bar. */
  tools: ReactNode;
  /** Counts the open views, on a phone, and leads to them. */
  viewCounter: ReactNode;
  /** Says that there is no network. */
  offlineLine: ReactNode;
  /** Further quiet lines above the content: a new release, what has waited for long. */
  banner: ReactNode;
  /** Under the title on paper: whose it is, and of which day. */
  paperFacts: ReactNode;
}

export const PageChromeContext = createContext<PageChrome>({
  isNarrow: false,
  menuButton: null,
  goBack: () => undefined,
  syncMark: null,
  tools: null,
  viewCounter: null,
  offlineLine: null,
  banner: null,
  paperFacts: null,
});

/** What concerns the person and belongs to the shell, for pages that offer it too. */
export interface Person {
  openSettings: () => void;
  /** Asks first when something waits to be sent. */
  signOut: () => void;
  /** Leaves the account on this device, so that its password opens it again without a network. */
  switchAccount: () => void;
}

export const PersonContext = createContext<Person>({ openSettings: () => undefined, signOut: () => undefined, switchAccount: () => undefined });

export const usePerson = (): Person => use(PersonContext);

export interface View {
  /** The route's. */
  title: string;
  /** Words beside the route's title on the view's tab, such as the task's name. */
  setNote: (note: string) => void;
  /** Of a detail: the address of the list above it. */
  parent: string | undefined;
}

export const ViewContext = createContext<View>({ title: '', setNote: () => undefined, parent: undefined });

/** Tells several tabs of one kind apart: 完成任务 · 内科日常自查. */
export function useTabNote(note: string | undefined): void {
  const { setNote } = use(ViewContext);
  useEffect(() => {
    if (note !== undefined) setNote(note);
  }, [note, setNote]);
}
