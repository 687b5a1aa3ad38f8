import { join } from 'node:path';
import { createDirectoryStore } from './directory-store.ts';
import type { FileStore } from './file-store.ts';

/** The store that the configuration names. */
export const storeFor = (config: { dataDir: string }): FileStore => createDirectoryStore(join(config.dataDir, 'files'));
