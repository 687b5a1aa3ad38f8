import type { FastifyInstance } from 'fastify';
import { SPREADSHEET_TYPE } from '#contract/limits.ts';

/** Uploaded spreadsheets arrive as bytes; the calls that take one check what they are. */
export function readSpreadsheets(app: FastifyInstance): void {
  app.addContentTypeParser(SPREADSHEET_TYPE, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}
