/** For bytes that people uploaded. */
export const uploadedFileHeaders = (type: string, disposition: string): Record<string, string> => ({
  'content-type': type,
  'content-disposition': disposition,
  'x-content-type-options': 'nosniff',
  // Uploaded bytes, opened as a page, must not act in the product's name.
  'content-security-policy': "default-src 'none'; sandbox",
  // Nothing of it may be on a shared phone after its person has left, and over plain HTTP no page can empty the browser's cache.
  'cache-control': 'private, no-store',
});
