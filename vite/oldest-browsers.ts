/**
 * The oldest browsers that the app is built for, by their names in MDN's data. Chromium 99 is what Huawei's phones before
 * HarmonyOS 5 have as WebView; iOS 15.4 is the last step before which the platform lacks most of what we use, and phones of
 * 2015 still get it; Firefox 115 is the last for Windows 7. `public/old-browser.js` tells whoever has an older one.
 */
export const oldestBrowsers = {
  chrome: '99',
  chrome_android: '99',
  webview_android: '99',
  edge: '99',
  firefox: '115',
  safari: '15.4',
  safari_ios: '15.4',
} as const;

/** The same for the compiler of scripts and the one of styles. */
export const buildTarget = [`chrome${oldestBrowsers.chrome}`, `edge${oldestBrowsers.edge}`, `firefox${oldestBrowsers.firefox}`, `safari${oldestBrowsers.safari}`, `ios${oldestBrowsers.safari_ios}`];
