const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [/Android/, '安卓手机'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/CrOS/, 'Chromebook'],
  [/Linux|X11/, 'Linux 电脑'],
];

// Each names those it descends from as well, so the more special come first.
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/MicroMessenger/, '微信'],
  [/DingTalk/, '钉钉'],
  [/EdgA?(?:iOS)?\//, 'Edge'],
  [/MiuiBrowser/, '小米浏览器'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/UCBrowser/, 'UC 浏览器'],
  [/SamsungBrowser/, '三星浏览器'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** What a person would call the device, from what its browser calls itself. */
export function deviceName(userAgent: string): string {
  const nameIn = (list: typeof systems): string | undefined => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [nameIn(systems) ?? '其他设备', nameIn(browsers)].filter(Boolean).join(' · ');
}
