import packageJson from '../../../package.json' with { type: 'json' };
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { findFirstCompanies } from './site-repository.ts';

const DEFAULT_TITLE = '依法执业自查';

export function siteRoutes(register: Register, { db }: ServerContext): void {
  /** What the sign-in screen shows. */
  register('getSiteByKey', async () => {
    const [company, another] = await findFirstCompanies(db);
    return {
      siteTitle: company?.site_title || DEFAULT_TITLE,
      // Whoever has not signed in yet may belong to any of several.
      compName: another === undefined ? (company?.comp_name ?? '') : '',
      version: packageJson.version,
    };
  });
}
