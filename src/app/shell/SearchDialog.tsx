import { useMemo } from 'react';
import type { Role } from '#contract/roles.ts';
import { SearchPalette } from '@/features/search/SearchPalette.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { permittedRoutes } from '../route-access.ts';
import { routes } from '../routes.tsx';
import { groupTitle } from './menu.ts';

interface SearchDialogProps {
  role: Role;
  isOpen: boolean;
  onClose: () => void;
}

export function SearchDialog({ role, isOpen, onClose }: SearchDialogProps) {
  const screens = useMemo(() => searchedScreens(role), [role]);
  return (
    <Sheet isOpen={isOpen} title="搜索" placement="top" onClose={onClose}>
      <SearchPalette screens={screens} isAdmin={role === 'admin'} onClose={onClose} />
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
