import type { InstallPlatform } from './install.ts';

export interface InstallGuide {
  /** What it is good for here, or what is in the way. */
  why: string;
  steps: readonly string[];
}

/** How to bring the app to the home screen, by what the browser allows. */
export const installGuides: Readonly<Record<InstallPlatform, InstallGuide>> = {
  prompt: { why: '安装后像应用一样从主屏幕打开，没有网络也能启动，数据不易被系统清除。', steps: [] },
  iosSafari: {
    why: 'Safari 与主屏幕应用的数据互不相通，而且 7 天不打开会清除 Safari 中的数据：请先安装，再从主屏幕打开并登录。',
    steps: ['点屏幕下方或上方的“分享”', '选择“添加到主屏幕”', '从主屏幕的图标打开，再登录'],
  },
  iosOther: {
    why: '这个浏览器不能把应用安装到主屏幕，请改用 Safari。',
    steps: ['用 Safari 打开本页地址', '点“分享”，选择“添加到主屏幕”', '从主屏幕的图标打开，再登录'],
  },
  inApp: {
    why: '当前在聊天软件内打开，数据不能长期保存，离线填写的内容可能丢失。',
    steps: ['点右上角的菜单', '选择“在浏览器打开”', '在浏览器中登录，再安装到主屏幕'],
  },
  other: { why: '安装后像应用一样从主屏幕打开，没有网络也能启动。', steps: ['打开浏览器的菜单', '选择“安装应用”或“添加到主屏幕”'] },
};
