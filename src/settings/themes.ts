/** The three page styles of the specification's section 3; `background` colours the phone's status bar. */
export const THEMES = [
  { id: 'light', label: '明亮', isDark: false, background: '#F3F6F7' },
  { id: 'dark', label: '暗黑', isDark: true, background: '#0E1518' },
  { id: 'them1', label: '主题一', isDark: false, background: '#EFEADB' },
] as const;
export type ThemeId = (typeof THEMES)[number]['id'];
/** Bright or dark as the device is at the moment. */
export const SYSTEM_THEME = 'system';
export const THEME_CHOICES = [...THEMES, { id: SYSTEM_THEME, label: '跟随系统' }] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number]['id'];

export const TAG_THEMES = [
  { id: 'tabs_default', label: '简洁' },
  { id: 'tabs_card', label: '卡片' },
  { id: 'tabs_circle', label: '圆角' },
] as const;
export type TagTheme = (typeof TAG_THEMES)[number]['id'];

/** Where the menu stands: at the side, or along the top. */
export const SLIDE_DIRECTIONS = [
  { id: 'vertical', label: '侧边菜单' },
  { id: 'horizontal', label: '顶部菜单' },
] as const;
export type SlideDirection = (typeof SLIDE_DIRECTIONS)[number]['id'];

/** Of the text of laws, beside 大字: factors of the body size. */
export const LAW_TEXT_SIZES = [0.875, 1, 1.125, 1.25, 1.5] as const;
export type LawTextSize = (typeof LAW_TEXT_SIZES)[number];

/** 大字 is a quarter larger. */
export const FONT_SCALES = [1, 1.25] as const;
export type FontScale = (typeof FONT_SCALES)[number];
