import { Workbox } from 'workbox-window';

let worker: Workbox | undefined;

/** The page's handle on the service worker; undefined where the browser has none, and in development. */
export function getWorker(): Workbox | undefined {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
  worker ??= new Workbox('./service-worker.js', { scope: './' });
  return worker;
}
