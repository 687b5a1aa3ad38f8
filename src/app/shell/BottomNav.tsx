import { Link } from 'react-router-dom';
import type { Role } from '#contract/roles.ts';
import { paths } from '@/lib/paths.ts';
import { menuIcon } from './menu-icons.tsx';
import styles from './BottomNav.module.css';

const home = { id: 'Home', title: '首页', path: paths.home.path };
const law = { id: 'Law', title: '法律法规', path: paths.law.path };
const mine = { id: 'UserCenter', title: '我的', path: paths.userCenter.path };

/** What each role opens most, within the thumb's reach; everything else is in the drawer. */
const entriesOf: Record<Role, readonly { id: string; title: string; path: string }[]> = {
  user: [home, { id: 'mytask', title: '我的任务', path: paths.myTask.path }, law, mine],
  admin: [home, { id: 'taskmanage', title: '检查任务', path: paths.taskManage.path }, law, mine],
};

export function BottomNav({ role, current }: { role: Role; current: string | undefined }) {
  return (
    <nav className={styles['nav']} aria-label="底部导航">
      {entriesOf[role].map((entry) => (
        <Link key={entry.id} className={styles['entry']} to={entry.path} aria-current={entry.path === current ? 'page' : undefined}>
          {menuIcon(entry.id)}
          <span>{entry.title}</span>
        </Link>
      ))}
    </nav>
  );
}
