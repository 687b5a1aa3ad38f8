import { roleOf } from '#contract/roles.ts';
import { useSession } from '@/session/useSession.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { InstallBar } from './InstallBar.tsx';
import { StaffHome } from './StaffHome.tsx';

/** A phone that starts without a network waits for no figures that it never shows. */
const AdminHome = lazyBlock('首页', async () => ({ default: (await import('./AdminHome.tsx')).AdminHome }), <ListSkeleton rows={6} />);

/** 首页: for staff what is to do now, for administrators how the company stands. */
export default function HomePage() {
  const { user } = useSession();
  const isAdmin = user !== undefined && roleOf(user) === 'admin';
  return (
    <Page title="首页" width={isAdmin ? 'full' : 'reading'} footer={!isAdmin && <InstallBar />}>
      {isAdmin ? <AdminHome /> : <StaffHome />}
    </Page>
  );
}
