import { changeSetting } from '@/settings/settings-store.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { SearchOutline } from '@/ui/basics/icons.tsx';
import styles from './SearchButton.module.css';

/** Opens the search, as Ctrl+K does. The setting `search` says whether it is open. @param hasWords where there is room for them */
export function SearchButton({ hasWords }: { hasWords: boolean }) {
  const isOpen = useSetting('search');
  return (
    <button
      type="button"
      className={`${styles['button']} ${hasWords ? styles['wide'] : ''}`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={hasWords ? undefined : '关键词检索'}
      aria-keyshortcuts="Control+K"
      title="关键词检索（Ctrl+K）"
      onClick={() => changeSetting('search', true)}
    >
      <SearchOutline aria-hidden />
      {hasWords && (
        <>
          <span>关键词检索</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </>
      )}
    </button>
  );
}
