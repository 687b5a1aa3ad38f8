import type { FastifyRequest } from 'fastify';
import { otherSite } from './errors.ts';

/** What a browser says of a request of this site's own pages, and of an address that its person typed or opened. */
const OWN = ['same-origin', 'none'];

/**
 * Refuses what a browser sends for a page of another site. A call without a session needs no header that such a page may not
 * set, so any page could try passwords in the name of whoever has it open, from inside of the hospital's network.
 * Who is no browser says nothing of this, and has nothing that a page could misuse.
 * @throws AppError
 */
export function refuseOtherSite({ headers, host }: FastifyRequest): void {
  const said = headers['sec-fetch-site'];
  // Left out by older browsers, and over plain HTTP.
  if (said === undefined ? isOtherOrigin(headers.origin, host) : !OWN.includes(String(said))) throw otherSite();
}

/** @param origin as the browser names that of the page; `null` where it hides it */
function isOtherOrigin(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return false;
  const page = parse(origin);
  const own = parse(`http://${host}`);
  if (page === undefined || own === undefined) return true;
  // A proxy may leave the port out.
  return own.port === '' ? page.hostname !== own.hostname : page.host !== own.host;
}

const parse = (url: string): URL | undefined => URL.parse(url) ?? undefined;
