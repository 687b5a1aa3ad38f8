import packageJson from '../../../package.json' with { type: 'json' };
import type { ServerContext } from '../../context.ts';
import type { Register } from '../../endpoint.ts';

const DEFAULT_TITLE = '依法执业自查';

export function siteRoutes(register: Register, { db }: ServerContext): void {
  /** What the sign-in screen shows: the deployment's institution, which with several is the one that set it up. */
  register('getSiteByKey', async () => {
    const company = await db
      .selectFrom('company')
      .select(['comp_name', 'site_title'])
      .orderBy('created_at')
      .orderBy('comp_no')
      .limit(1)
      .executeTakeFirst();
    return {
      siteTitle: company?.site_title || DEFAULT_TITLE,
      compName: company?.comp_name ?? '',
      version: packageJson.version,
    };
  });
}
