import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { tellRefusal } from '@/ui/sheets/tell-refusal.ts';
import { type ReadPage, readRows } from './read-rows.ts';

/** Some forty sheets: whoever needs more takes the export. */
const MOST_ROWS = 2000;

const RowsOnPaper = lazyPart(async () => (await import('./RowsOnPaper.tsx')).RowsOnPaper);

export interface PrintRowsProps<Row> {
  readPage: ReadPage<Row>;
  isFiltered: boolean;
  /** Draws the rows as the list does. */
  children: (rows: Row[]) => ReactNode;
}

interface Paper {
  content: ReactNode;
  note: string;
}

/** Prints all rows that fit what was asked for, not only those in sight; the browser's own keys for printing do the same. */
export function PrintRows<Row>({ readPage, isFiltered, children }: PrintRowsProps<Row>) {
  const [paper, setPaper] = useState<Paper>();
  const handlePrint = async (): Promise<void> => {
    try {
      const { rows, total } = await readRows(readPage, MOST_ROWS);
      const count = rows.length < total ? `共 ${total} 条，只打印前 ${rows.length} 条，可缩小查询范围后再打印` : `共 ${total} 条`;
      setPaper({ content: children(rows), note: isFiltered ? `按查询条件筛选，${count}` : count });
    } catch (error) {
      await tellRefusal('没有打印', error);
    }
  };
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    if (paper === undefined) void handlePrint();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => handleKey(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <ActionButton tone="text" size="small" onClick={handlePrint}>
        打印
      </ActionButton>
      {paper !== undefined && (
        <RowsOnPaper note={paper.note} onClose={() => setPaper(undefined)}>
          {paper.content}
        </RowsOnPaper>
      )}
    </>
  );
}
