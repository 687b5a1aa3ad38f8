// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeRegistration, FakeServiceWorker, fakeWorker } from './fake-worker.ts';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

let installation: typeof import('@/pwa/installation.ts');
beforeEach(async () => {
  vi.resetModules();
  installation = await import('@/pwa/installation.ts');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('asks for a new release every hour while online', async () => {
  const worker = fakeWorker();
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await installation.keepInstalled(worker.handle);
  await vi.advanceTimersByTimeAsync(HOUR - 1);
  expect(worker.update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(worker.update).toHaveBeenCalledOnce();
  isOnline.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(worker.update).toHaveBeenCalledOnce();
  isOnline.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(worker.update).toHaveBeenCalledTimes(2);
});

test('where there are no workers, says that the app does not open without a network', async () => {
  await installation.keepInstalled(undefined);
  expect(installation.getInstallation()).toEqual({ offlineStart: 'missing', problem: 'unsupported' });
});

test('a worker that cannot be registered, as where a portal answers in its place, is tried again', async () => {
  let isPortal = true;
  const registration = new FakeRegistration();
  const worker = fakeWorker(() => (isPortal ? Promise.reject(new Error('refused')) : Promise.resolve(registration)));
  await installation.keepInstalled(worker.handle);
  expect(installation.getInstallation()).toEqual({ offlineStart: 'missing', problem: 'refused' });
  isPortal = false;
  await vi.advanceTimersByTimeAsync(MINUTE);
  registration.find().become('installed');
  expect(installation.getInstallation()).toEqual({ offlineStart: 'ready', problem: null });
});

test('site data that somebody cleared under the page: what is gone is not claimed, and the worker comes again', async () => {
  const first = new FakeRegistration();
  first.active = new FakeServiceWorker();
  const second = new FakeRegistration();
  let current: FakeRegistration | undefined = first;
  let file: object | undefined = {};
  vi.stubGlobal('caches', { match: () => Promise.resolve(file) });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration: () => Promise.resolve(current) } });
  const worker = fakeWorker(() => Promise.resolve(current ?? second));
  await installation.keepInstalled(worker.handle);
  await installation.checkInstalled();
  expect(installation.getInstallation().offlineStart).toBe('ready');
  current = undefined;
  await installation.checkInstalled();
  expect(installation.getInstallation()).toEqual({ offlineStart: 'preparing', problem: null });
  second.find().become('installed');
  expect(installation.getInstallation()).toEqual({ offlineStart: 'ready', problem: null });

  second.active = new FakeServiceWorker();
  current = second;
  file = undefined;
  const asked = worker.register.mock.calls.length;
  await installation.checkInstalled();
  expect(installation.getInstallation()).toEqual({ offlineStart: 'missing', problem: 'incomplete' });
  expect(second.unregister).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(3 * HOUR);
  expect(installation.getInstallation().offlineStart).toBe('missing');
  expect(worker.register.mock.calls.length).toBe(asked);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
});

describe('files that are not those that were built', () => {
  test('of the first visit are fetched again after one, two and four minutes', async () => {
    const registration = new FakeRegistration();
    const worker = fakeWorker(() => Promise.resolve(registration));
    await installation.keepInstalled(worker.handle);
    expect(installation.getInstallation()).toEqual({ offlineStart: 'preparing', problem: null });
    for (const [times, minutes] of [1, 2, 4].entries()) {
      registration.find().become('redundant');
      expect(installation.getInstallation()).toEqual({ offlineStart: 'missing', problem: 'incomplete' });
      await vi.advanceTimersByTimeAsync(minutes * MINUTE - 1);
      expect(worker.register).toHaveBeenCalledTimes(times + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(worker.register).toHaveBeenCalledTimes(times + 2);
    }
    registration.find().become('installed');
    expect(installation.getInstallation()).toEqual({ offlineStart: 'ready', problem: null });
  });

  test('of a new release leave the one before as it is, and are fetched again when the network comes back', async () => {
    const registration = new FakeRegistration();
    registration.active = new FakeServiceWorker();
    const worker = fakeWorker(() => Promise.resolve(registration));
    await installation.keepInstalled(worker.handle);
    expect(installation.getInstallation()).toEqual({ offlineStart: 'ready', problem: null });
    dispatchEvent(new Event('online'));
    expect(worker.update).not.toHaveBeenCalled();
    registration.find().become('redundant');
    expect(installation.getInstallation()).toEqual({ offlineStart: 'ready', problem: 'incomplete' });
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(worker.update).toHaveBeenCalledOnce();
    const next = registration.find();
    next.become('installed');
    expect(installation.getInstallation().problem).toBeNull();
    // Replaced by a later one, or taken over: no failure.
    next.become('redundant');
    expect(installation.getInstallation()).toEqual({ offlineStart: 'ready', problem: null });
  });
});
