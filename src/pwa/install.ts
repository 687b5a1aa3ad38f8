/** Installing the app on the home screen: the browser's own offer, kept until it suits, and what to explain where there is none. */
import { createSignal } from '@/lib/signal.ts';

/** Chrome's event; not in the compiler's library, since other browsers lack it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/**
 * Which guide helps: `prompt` the browser offers by itself, `iosSafari` Share → 添加到主屏幕,
 * `iosOther` open in Safari first, `inApp` the browser inside a chat app: 在浏览器打开, `other` the browser's menu.
 */
export type InstallPlatform = 'prompt' | 'iosSafari' | 'iosOther' | 'inApp' | 'other';

export interface InstallState {
  canInstall: boolean;
  isInstalled: boolean;
  platform: InstallPlatform;
}

let offer: BeforeInstallPromptEvent | undefined;
let state: InstallState | undefined;
const changed = createSignal();

/** The same object until something changes. */
export const getInstallState = (): InstallState => (state ??= readState());

/** @returns a function that ends the subscription. */
export const subscribeToInstall = changed.subscribe;

/** Keeps the browser's offer instead of its own bar; call once and early, since the event comes only once. */
export function startInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as BeforeInstallPromptEvent;
    change();
  });
  addEventListener('appinstalled', () => {
    offer = undefined;
    change();
  });
  matchMedia('(display-mode: standalone)').addEventListener('change', change);
}

/** Shows the browser's question; only in answer to a tap. @returns whether the person installed the app */
export async function promptInstall(): Promise<boolean> {
  const shown = offer;
  if (!shown) return false;
  // It can be shown once.
  offer = undefined;
  await shown.prompt();
  const { outcome } = await shown.userChoice;
  change();
  return outcome === 'accepted';
}

function change(): void {
  state = readState();
  changed.tell();
}

function readState(): InstallState {
  const isInstalled = matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;
  return { canInstall: offer !== undefined, isInstalled, platform: platformOf(navigator.userAgent, navigator.maxTouchPoints, offer !== undefined) };
}

/** Chat and payment apps open links in a browser of their own, which can neither install nor keep data for long. */
const inAppBrowsers = /MicroMessenger|wxwork|DingTalk|Lark|Feishu|AlipayClient|\bQQ\/|Weibo|aweme/i;

/** @param touchPoints tells an iPad, which calls itself a Mac, from one */
export function platformOf(userAgent: string, touchPoints: number, hasOffer: boolean): InstallPlatform {
  if (inAppBrowsers.test(userAgent)) return 'inApp';
  if (hasOffer) return 'prompt';
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  if (!isIos) return 'other';
  return /CriOS|FxiOS|EdgiOS|OPiOS|UCBrowser|MQQBrowser|baidu/i.test(userAgent) || !/Safari/.test(userAgent) ? 'iosOther' : 'iosSafari';
}
