/** Tells files that the build made from what a captive portal, a firewall or a proxy answers in their place. */

/** Whether a body is the one that the build put on record (Subresource Integrity, SHA-256). */
export async function isIntact(response: Response, integrity: string): Promise<boolean> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  return integrity === `sha256-${btoa(String.fromCharCode(...digest))}`;
}
