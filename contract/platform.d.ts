// What the page, the service worker and Node all have, and the language library alone does not declare.
declare const URL: {
  canParse(url: string): boolean;
};
declare const crypto: {
  getRandomValues(array: Uint8Array): Uint8Array;
};
