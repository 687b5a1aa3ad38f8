import { useEffect, useMemo } from 'react';
import type { Role } from '#contract/roles.ts';
import { SearchPalette } from '@/features/search/SearchPalette.tsx';
import { changeSetting, getSettings } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { Sheet } from '@/ui/Sheet.tsx';
import { permittedRoutes } from '../route-access.ts';
import { routes } from '../routes.tsx';
import { groupTitle } from './menu.ts';

/** The search, which Ctrl+K opens and closes from anywhere. */
export function SearchSheet({ role }: { role: Role }) {
  const isOpen = useSetting('search');
  const screens = useMemo(() => searchedScreens(role), [role]);
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const { search } = getSettings();
      // Behind a question that has to be answered, nothing opens.
      if (search || document.getElementById('root')?.inert !== true) changeSetting('search', !search);
    };
    document.addEventListener('keydown', handle);
    return () => {
      document.removeEventListener('keydown', handle);
      // Whoever signs in next begins with nothing open.
      changeSetting('search', false);
      changeSetting('message', false);
    };
  }, []);
  const close = (): void => void changeSetting('search', false);
  return (
    <Sheet isOpen={isOpen} title="搜索" placement="top" onClose={close}>
      <SearchPalette screens={screens} isAdmin={role === 'admin'} onClose={close} />
    </Sheet>
  );
}

/** Views that open without saying of what, those that the menu leaves out as well. */
const searchedScreens = (role: Role) =>
  permittedRoutes(routes, [role])
    .filter((route) => !route.path.includes(':'))
    .map(({ path, title, group }) => {
      const above = group === undefined ? '' : groupTitle(group);
      return { path, title, group: above === title ? '' : above };
    });
