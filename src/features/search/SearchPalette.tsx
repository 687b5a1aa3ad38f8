import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SearchLimits } from '@/lib/text/law-search.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { type TextIndexState, useTextIndex, useTextSearch } from '@/queries/laws/text-search-queries.ts';
import { useStaffNames } from '@/queries/staff-queries.ts';
import { useTaskSearch } from '@/queries/work/task-search-queries.ts';
import { MarkedText } from '@/ui/basics/MarkedText.tsx';
import stack from '@/ui/basics/stack.module.css';
import { SearchBox } from '@/ui/controls/SearchBox.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { MORE, type SearchedScreen, searchGroups, type SearchHit } from './search-groups.ts';
import { useFindInName } from './useFindInName.ts';
import styles from './SearchPalette.module.css';

/** What is looked for; the field takes more, since it must not cut a word that is being put together. */
const MAX_LENGTH = 50;
const LIMITS: SearchLimits = { laws: 5, points: 5, articlesPerLaw: 1, wholeLaws: [] };

const kindsOf = (isAdmin: boolean): string[] => ['页面', '任务', ...(isAdmin ? ['科室', '人员'] : []), '法规', '检查要点'];

export interface SearchPaletteProps {
  screens: readonly SearchedScreen[];
  isAdmin: boolean;
  onClose: () => void;
}

/**
 * One search over what the person may open: views, tasks, laws and check points, for administrators departments and people
 * too. It is answered from this device, tasks from the server as well. A combobox whose list is always there: the focus stays in the field, arrows move the choice.
 */
export function SearchPalette({ screens, isAdmin, onClose }: SearchPaletteProps) {
  const navigate = useNavigate();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setText] = useState('');
  const text = typed.slice(0, MAX_LENGTH);
  const [chosen, setChosen] = useState<string>();
  const index = useTextIndex();
  const find = useFindInName();
  const { tasks, isSearching, isPartial } = useTaskSearch(text, isAdmin, find);
  const departments = useDepartmentOptions(isAdmin).data ?? [];
  const people = useStaffNames(isAdmin).data;
  const texts = useTextSearch(text, LIMITS, index);
  const groups = searchGroups(text, { screens, tasks, departments: isAdmin ? departments : [], people: people ?? [], texts }, find);
  const hits = groups.flatMap((group) => group.hits);
  const found = groups.filter(({ title }) => title !== MORE).flatMap((group) => group.hits);
  const active = Math.max(
    0,
    hits.findIndex((hit) => hit.path === chosen),
  );
  const optionId = (position: number): string => `${listId}-${position}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, text]);

  const open = (hit: SearchHit | undefined): void => {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.path);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    // While a word is put together from keys, they belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      open(hits[active]);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || hits.length === 0) return;
    event.preventDefault();
    setChosen(hits.at((active + step) % hits.length)?.path);
  };

  return (
    <div className={stack['lines']}>
      <div className={styles['box']}>
        <SearchBox
          type="text"
          role="combobox"
          aria-label={`搜索${kindsOf(isAdmin).join('、')}`}
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={hits.length > 0 ? optionId(active) : undefined}
          placeholder={kindsOf(isAdmin).join('、')}
          value={typed}
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          onChange={(event) => {
            setText(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <p className={styles['state']} role="status">
        {describe(text, found.length, index, isSearching, isPartial, isAdmin && people === undefined)}
      </p>
      <div ref={list} role="listbox" id={listId} aria-label="搜索结果">
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <p className={styles['group']} aria-hidden>
              {group.title}
            </p>
            {group.hits.map((hit) => {
              const position = hits.indexOf(hit);
              return (
                <a
                  key={hit.path}
                  id={optionId(position)}
                  className={styles['hit']}
                  role="option"
                  aria-selected={position === active}
                  tabIndex={-1}
                  href={`#${hit.path}`}
                  onPointerMove={() => setChosen(hit.path)}
                  onClick={onClose}
                >
                  <span className={styles['title']}>
                    <MarkedText {...hit.title} />
                  </span>
                  {hit.note !== '' && <span className={styles['note']}>{hit.note}</span>}
                  {hit.passage !== undefined && (
                    <span className={styles['passage']}>
                      <MarkedText {...hit.passage} />
                    </span>
                  )}
                </a>
              );
            })}
          </div>
        ))}
      </div>
      {hits.length === 0 && index.state !== 'building' && !isSearching && <NoData hint={`没有找到“${text.trim()}”，换个词试试`} />}
    </div>
  );
}

function describe(text: string, count: number, index: TextIndexState, isSearching: boolean, isPartial: boolean, hasNoPeople: boolean): string {
  if (index.state === 'failed') return '法规和检查要点暂时无法搜索，请联网后再试';
  if (text.trim() === '') return '输入关键词（可用拼音），或直接选择页面';
  if (index.state === 'building') return '正在准备检索法规和检查要点…';
  if (count === 0 && isSearching) return '正在查找…';
  const shown = count === 0 ? '没有结果' : `显示 ${count} 项结果`;
  if (!isPartial) return shown;
  const partial = ['任务', ...(index.missingCount > 0 ? ['法规正文'] : []), ...(index.pointCount === 0 ? ['检查要点'] : []), ...(hasNoPeople ? ['人员'] : [])];
  return `${shown}，${partial.join('、')}只检索了本机已有的，联网后可检索全部`;
}
