import { useState } from 'react';
import { useLateWork } from '@/queries/work/late-work-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import letters from '@/ui/basics/letters.module.css';
import { lazyPart } from '@/ui/lazy/lazy-part.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { NoData } from '@/ui/lists/NoData.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { LATE_LIST, LATE_NOTE, LateWorkList } from './LateWorkList.tsx';

const ImportWaitingSheet = lazyPart(async () => (await import('./ImportWaitingSheet.tsx')).ImportWaitingSheet);

/** 迟到的填写: all late work of the company, and the way in for what a phone could not deliver. */
export default function LateWorkPage() {
  const list = useLateWork(LATE_LIST);
  const [isImporting, setIsImporting] = useState(false);
  return (
    <Page
      title="迟到的填写"
      actions={
        <ActionButton size="small" onClick={() => setIsImporting(true)}>
          导入
        </ActionButton>
      }
      search={list.data !== undefined && list.data.total > 0 && <p className={letters['quiet']}>{LATE_NOTE}</p>}
    >
      {list.data === undefined ? (
        <NotLoaded of={list} rows={4} />
      ) : list.data.total === 0 ? (
        <NoData
          hint="没有迟到的填写。手机不能联网或账号已停用时，可以从手机导出文件，在这里导入。"
          action={<ActionButton onClick={() => setIsImporting(true)}>导入手机导出的文件</ActionButton>}
        />
      ) : (
        <LateWorkList filter={{}} isAcrossTasks />
      )}
      {isImporting && <ImportWaitingSheet onClose={() => setIsImporting(false)} />}
    </Page>
  );
}
