import { useState } from 'react';
import type { Declaration } from '#contract/declaration.ts';
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { formatDay } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import { useDeclarationList } from '@/queries/declaration-queries.ts';
import stack from '@/ui/basics/stack.module.css';
import { valueText } from '@/ui/charts/series-table.ts';
import { Select } from '@/ui/controls/Select.tsx';
import { PagedLinks } from '@/ui/lists/PagedLinks.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';

/** A number whose declared records are looked at. */
export interface DeclaredBehind {
  title: string;
  /** Of each type, from 0 to 6. */
  byType: readonly number[];
  /** Undefined where the number counts several types: it begins with the first that has any. */
  type?: number;
  deptId?: string;
}

interface DeclarationsSheetProps {
  behind: DeclaredBehind | undefined;
  query: { startDate: string; endDate: string; deptId?: string };
  onClose: () => void;
}

/** The declared records behind a number, by the day of declaration; each leads to the document. */
export function DeclarationsSheet({ behind, query, onClose }: DeclarationsSheetProps) {
  return (
    <Sheet isOpen={behind !== undefined} title={behind?.title ?? ''} onClose={onClose}>
      {behind && <RecordsBehind behind={behind} query={query} onLeave={onClose} />}
    </Sheet>
  );
}

function RecordsBehind({ behind, query, onLeave }: { behind: DeclaredBehind; query: DeclarationsSheetProps['query']; onLeave: () => void }) {
  const { byType, deptId = query.deptId } = behind;
  const [type, setType] = useState(behind.type ?? Math.max(0, byType.findIndex((count) => count > 0)));
  const [page, setPage] = useState({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE });
  const records = useDeclarationList(type, {
    ...page,
    declaredFrom: query.startDate,
    declaredTo: query.endDate,
    ...(deptId === undefined ? {} : { deptId }),
  });
  return (
    <div className={stack['items']}>
      <Select
        label="申报类型"
        value={String(type)}
        onChange={(value) => {
          setType(Number(value));
          setPage({ ...page, pageNum: 1 });
        }}
        options={DECLARATION_TYPES.map((label, value) => ({ value: String(value), label: `${label}（${valueText(byType[value] ?? 0)}）` }))}
      />
      <PagedLinks label="申报记录" rows={records} linkOf={linkOf} noneHint={`这段时间没有申报${DECLARATION_TYPES[type] ?? ''}`} onPage={setPage} onLeave={onLeave} />
    </div>
  );
}

const linkOf = ({ id, selfDeclaredType, title, year, deptName, declaredByName, declaredAt }: Declaration) => ({
  to: paths.document.to(selfDeclaredType, id),
  title,
  facts: [deptName, `${year} 年度`, `${declaredByName ?? ''} ${declaredAt === null ? '' : formatDay(declaredAt)} 申报`],
});
