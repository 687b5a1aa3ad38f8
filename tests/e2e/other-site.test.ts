import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from './screen.ts';
import { query } from './seeded-data.ts';
import { openSeededSite, type SeededSite } from './seeded-site.ts';

/** More than lock an account. */
const TRIES = 8;

let site: SeededSite;
beforeAll(async () => {
  site = await openSeededSite();
});
afterAll(() => site.close());

/** A page that the person opens beside the product, under a name or on a port of its own. */
async function foreignPage(host: 'localhost' | '127.0.0.1'): Promise<Page> {
  const other = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>other</h1><iframe name="hidden"></iframe>'));
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  const page = await site.browser.newPage();
  await page.goto(`http://${host}:${(other.address() as AddressInfo).port}/`);
  other.close();
  other.closeAllConnections();
  return page;
}

test.each([
  ['of another site', 'localhost'],
  ['on another port of this host', '127.0.0.1'],
] as const)('a page %s locks nobody out, whatever way it sends passwords', async (_what, host) => {
  const page = await foreignPage(host);
  const login = `${site.server.url}/api/auth/login?userNo=staff01&password=Wrong2026&loginType=9`;
  await page.evaluate(
    async ({ login: url, tries }) => {
      // The answer is kept from the page; the request has been made by then.
      const send = (options: RequestInit) => fetch(url, { method: 'POST', mode: 'no-cors', ...options }).catch(() => undefined);
      for (let round = 0; round < tries; round += 1) {
        await send({});
        await send({ referrerPolicy: 'no-referrer', body: new Blob(['{}'], { type: 'text/plain' }) });
        navigator.sendBeacon(url);
        const form = document.createElement('form');
        Object.assign(form, { action: url, method: 'post', target: 'hidden' });
        document.body.append(form);
        const loaded = new Promise((resolve) => document.querySelector('iframe')?.addEventListener('load', resolve, { once: true }));
        form.submit();
        await loaded;
      }
    },
    { login, tries: TRIES },
  );
  expect(query(site, 'select * from sign_in_attempt')).toEqual([]);
  await page.close();

  const own = await site.browser.newPage();
  await signIn(own, site.server.url, 'staff01', 'Staff2026');
  await own.close();
});
