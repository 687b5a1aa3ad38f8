import packageJson from '../../../package.json' with { type: 'json' };
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';
import { findFirstCompany } from './site-repository.ts';

const DEFAULT_TITLE = '依法执业自查';

export function siteRoutes(register: Register, { db }: ServerContext): void {
  /** What the sign-in screen shows. */
  register('getSiteByKey', async () => {
    const company = await findFirstCompany(db);
    return {
      siteTitle: company?.site_title || DEFAULT_TITLE,
      compName: company?.comp_name ?? '',
      version: packageJson.version,
    };
  });
}
