/** For what scrolls and holds nothing that a keyboard can reach: Safari, and Chrome before 130, pass it by otherwise. */
export const scrollRegion = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label });
