import type { Plugin } from 'vite';
import { buildRecordName } from '../scripts/client-inputs.mjs';

/** Leaves in the build what it was made from, so that `npm start` builds again only after a change. */
export function buildRecord(record: { version: string; inputs: string }): Plugin {
  return {
    name: 'build-record',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: buildRecordName, source: `${JSON.stringify(record)}\n` });
    },
  };
}
