import { v7 } from 'uuid';

/** A UUIDv7 (RFC 9562): made on the device, so that something new can be named before the server knows it. */
export const newId = (): string => v7();
