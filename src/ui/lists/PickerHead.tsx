import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import styles from './PickerHead.module.css';

interface PickerHeadProps {
  /** What is chosen, such as 科室. */
  noun: string;
  placeholder?: string;
  /** What is searched for; undefined where there are few enough to look through. */
  text: string | undefined;
  onSearch: (text: string) => void;
  /** Ids of what the search found, or of all. */
  found: readonly string[];
  total: number;
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
}

/** Above what is chosen from: a search, how many are chosen, and all or none of what was found. */
export function PickerHead({ noun, placeholder, text, onSearch, found, total, selected, onChange }: PickerHeadProps) {
  const ofSearch = text === undefined || text.trim() === '' ? '' : '搜索结果';
  const named = (deed: string): string => `${deed}${ofSearch}${ofSearch === '' ? '' : '中的'}${noun}`;
  return (
    <div className={styles['head']}>
      {text !== undefined && (
        <div className={styles['search']}>
          <TextField label={`查找${noun}`} type="search" value={text} onChange={onSearch} placeholder={placeholder} />
        </div>
      )}
      <p className={styles['count']} aria-live="polite">
        已选 <strong>{selected.size}</strong> / {total} 个{noun}
      </p>
      <div className={styles['actions']}>
        <ActionButton size="small" label={named('全选')} isDisabled={found.length === 0} onClick={() => onChange(new Set([...selected, ...found]))}>
          全选{ofSearch}
        </ActionButton>
        <ActionButton
          size="small"
          label={named('清空')}
          isDisabled={!found.some((id) => selected.has(id))}
          onClick={() => onChange(new Set([...selected].filter((id) => !found.includes(id))))}
        >
          清空{ofSearch}
        </ActionButton>
      </div>
    </div>
  );
}
