import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeWorker } from './fake-worker.ts';

let updates: typeof import('@/pwa/updates.ts');
beforeEach(async () => {
  vi.resetModules();
  updates = await import('@/pwa/updates.ts');
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('a new release is offered, and not applied until the person agrees', () => {
  const worker = fakeWorker();
  const changed = vi.fn<() => void>();
  updates.subscribeToUpdates(changed);
  updates.followUpdates(worker.handle);
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

test('the page of the first visit, which no worker controlled at its start, takes a release over as well', () => {
  const worker = fakeWorker();
  updates.followUpdates(worker.handle);
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

test('a release that another tab asked for, or a later one, reloads nothing here', () => {
  const worker = fakeWorker();
  updates.followUpdates(worker.handle);
  const reload = vi.fn<() => void>();
  worker.emit('waiting');
  updates.applyUpdate(reload);
  worker.emit('waiting');
  expect(updates.isUpdateApplying()).toBe(false);
  worker.emit('controlling', { isUpdate: true });
  expect(reload).not.toHaveBeenCalled();
  expect(updates.hasUpdateTakenOver()).toBe(true);
});

test('does nothing where there are no workers', () => {
  updates.followUpdates(undefined);
  updates.applyUpdate(() => undefined);
  expect(updates.isUpdateReady()).toBe(false);
});
