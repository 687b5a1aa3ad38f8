const ONE_YEAR_S = 365 * 24 * 60 * 60;

/** For bytes that people uploaded, at an address that never gives others. */
export const uploadedFileHeaders = (type: string, disposition: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': disposition,
  'x-content-type-options': 'nosniff',
  // Uploaded bytes, opened as a page, must not act in the product's name.
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': `private, max-age=${ONE_YEAR_S}, immutable`,
  // One phone, several accounts: the browser must not hand one person's file to the next.
  vary: 'accessToken',
});
