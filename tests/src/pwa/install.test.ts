// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { getInstallState, platformOf, promptInstall, startInstall, subscribeToInstall } from '@/pwa/install.ts';

const agents = {
  chrome: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
  safari: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  chromeOnIos: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
  iPad: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  wechatOnIos: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50 NetType/WIFI',
  wechatOnAndroid: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0.0.0 XWEB/1160 Mobile Safari/537.36 MicroMessenger/8.0.50',
  dingTalk: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/116.0.0.0 Mobile Safari/537.36 AliApp(DingTalk/7.5)',
};

describe('the guide that helps', () => {
  test.each([
    ['the browser’s own question', agents.chrome, 5, true, 'prompt'],
    ['the browser’s menu', agents.chrome, 5, false, 'other'],
    ['Share in Safari', agents.safari, 5, false, 'iosSafari'],
    ['Safari first, from Chrome on iOS', agents.chromeOnIos, 5, false, 'iosOther'],
    ['Share on an iPad that calls itself a Mac', agents.iPad, 5, false, 'iosSafari'],
    ['nothing of iOS on a Mac', agents.iPad, 0, false, 'other'],
    ['a real browser first, from WeChat on iOS', agents.wechatOnIos, 5, false, 'inApp'],
    ['a real browser first, from WeChat on Android, whatever it offers', agents.wechatOnAndroid, 5, true, 'inApp'],
    ['a real browser first, from DingTalk', agents.dingTalk, 5, false, 'inApp'],
  ] as const)('lesson 28: is %s', (_name, agent, touchPoints, hasOffer, expected) => {
    expect(platformOf(agent, touchPoints, hasOffer)).toBe(expected);
  });
});

describe('the browser’s offer', () => {
  beforeEach(() => startInstall());

  const offer = (outcome: 'accepted' | 'dismissed') =>
    Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn<() => Promise<void>>(() => Promise.resolve()), userChoice: Promise.resolve({ outcome }) });

  test('is kept until a tap, and can be shown once', async () => {
    expect(getInstallState()).toMatchObject({ canInstall: false, isInstalled: false });
    expect(await promptInstall()).toBe(false);
    const changed = vi.fn<() => void>();
    subscribeToInstall(changed);
    const event = offer('dismissed');
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(getInstallState()).toMatchObject({ canInstall: true, platform: 'prompt' });
    expect(changed).toHaveBeenCalled();
    expect(event.prompt).not.toHaveBeenCalled();
    expect(await promptInstall()).toBe(false);
    expect(event.prompt).toHaveBeenCalledOnce();
    expect(getInstallState().canInstall).toBe(false);

    dispatchEvent(offer('accepted'));
    expect(await promptInstall()).toBe(true);
    dispatchEvent(offer('accepted'));
    dispatchEvent(new Event('appinstalled'));
    expect(getInstallState().canInstall).toBe(false);
  });
});
