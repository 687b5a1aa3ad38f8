import type { Workbox } from 'workbox-window';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const HOUR = 60 * 60 * 1000;

/** The interface of workbox-window's handle, since jsdom has no service workers; the real ones are driven in tests/sw and tests/e2e. */
function fakeWorker(register: () => Promise<undefined> = () => Promise.resolve(undefined)) {
  const target = new EventTarget();
  const worker = {
    addEventListener: target.addEventListener.bind(target),
    register: vi.fn<() => Promise<undefined>>(register),
    update: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    messageSkipWaiting: vi.fn<() => void>(),
  };
  return {
    ...worker,
    emit: (type: string, fields: object = {}) => target.dispatchEvent(Object.assign(new Event(type), fields)),
    handle: worker as unknown as Workbox,
  };
}

let updates: typeof import('@/pwa/updates.ts');
beforeEach(async () => {
  vi.resetModules();
  updates = await import('@/pwa/updates.ts');
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('a new release is offered, and not applied until the person agrees', async () => {
  const worker = fakeWorker();
  const changed = vi.fn<() => void>();
  updates.subscribeToUpdates(changed);
  await updates.startUpdates(worker.handle);
  expect(updates.isUpdateReady()).toBe(false);
  const reload = vi.fn<() => void>();
  updates.applyUpdate(reload);
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  worker.emit('waiting');
  expect(updates.isUpdateReady()).toBe(true);
  expect(changed).toHaveBeenCalledOnce();
  expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
  updates.applyUpdate(reload);
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();

  // The worker before it ends its work first.
  expect(updates.isUpdateApplying()).toBe(true);
  expect(reload).not.toHaveBeenCalled();
  worker.emit('controlling', { isUpdate: true });
  expect(reload).toHaveBeenCalledOnce();
  expect(updates.isUpdateApplying()).toBe(false);
  // Where the page stayed, there is nothing to wait for any more.
  updates.applyUpdate(reload);
  expect(reload).toHaveBeenCalledTimes(2);
  expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
});

test('the page of the first visit, which no worker controlled at its start, takes a release over as well', async () => {
  const worker = fakeWorker();
  await updates.startUpdates(worker.handle);
  // Of such a page workbox-window calls no take-over an update.
  worker.emit('controlling', { isUpdate: false });
  expect(updates.hasUpdateTakenOver()).toBe(false);
  worker.emit('waiting');
  const reload = vi.fn<() => void>();
  updates.applyUpdate(reload);
  worker.emit('controlling', { isUpdate: false });
  expect(reload).toHaveBeenCalledOnce();
  expect(updates.isUpdateApplying()).toBe(false);
});

test('a release that another tab asked for, or a later one, reloads nothing here', async () => {
  const worker = fakeWorker();
  await updates.startUpdates(worker.handle);
  const reload = vi.fn<() => void>();
  worker.emit('waiting');
  updates.applyUpdate(reload);
  worker.emit('waiting');
  expect(updates.isUpdateApplying()).toBe(false);
  worker.emit('controlling', { isUpdate: true });
  expect(reload).not.toHaveBeenCalled();
  expect(updates.hasUpdateTakenOver()).toBe(true);
});

test('asks for a new release every hour while online', async () => {
  const worker = fakeWorker();
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await updates.startUpdates(worker.handle);
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

test('a browser that refuses the worker says what that means', async () => {
  await updates.startUpdates(fakeWorker(() => Promise.reject(new Error('refused'))).handle);
  expect(updates.getRegistrationProblem()).toContain('离线功能未能启用');
});

test('does nothing where there are no workers', async () => {
  await updates.startUpdates(undefined);
  updates.applyUpdate(() => undefined);
  expect(updates.isUpdateReady()).toBe(false);
});
