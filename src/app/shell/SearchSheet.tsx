import { useEffect } from 'react';
import type { Role } from '#contract/roles.ts';
import { changeSetting, getSettings } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';

const SearchDialog = lazyPart(
  async () => (await import('./SearchDialog.tsx')).SearchDialog,
  ({ isOpen }) => isOpen,
);

/** The search, which Ctrl+K opens and closes from anywhere. */
export function SearchSheet({ role }: { role: Role }) {
  const isOpen = useSetting('search');
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      const { search } = getSettings();
      // Behind a question that has to be answered, nothing opens.
      if (search || document.getElementById('root')?.inert !== true) changeSetting('search', !search);
    };
    document.addEventListener('keydown', handle);
    return () => document.removeEventListener('keydown', handle);
  }, []);
  return <SearchDialog role={role} isOpen={isOpen} onClose={() => changeSetting('search', false)} />;
}
