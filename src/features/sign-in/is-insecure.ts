/** Whether the address is without HTTPS: browsers then keep back workers, locks, keys and the clipboard. */
export const isInsecure = (): boolean => typeof isSecureContext !== 'undefined' && !isSecureContext;
