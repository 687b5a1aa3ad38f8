import { roleOf } from '#contract/roles.ts';
import { useSession } from '@/session/useSession.ts';
import { Page } from '@/ui/Page.tsx';
import { AdminHome } from './AdminHome.tsx';
import { StaffHome } from './StaffHome.tsx';

/** 首页: for staff what is to do now, for administrators how the company stands. */
export default function HomePage() {
  const { user } = useSession();
  const isAdmin = user !== undefined && roleOf(user) === 'admin';
  return <Page title="首页">{isAdmin ? <AdminHome /> : <StaffHome />}</Page>;
}
