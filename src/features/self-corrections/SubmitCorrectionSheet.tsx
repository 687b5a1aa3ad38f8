import type { CorrectionItem } from '#contract/self-correction.ts';
import { Counts, GapList } from '@/parts/work/GapList.tsx';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import type { Readiness } from './correction-progress.ts';

interface SubmitCorrectionSheetProps {
  isOpen: boolean;
  readiness: Readiness;
  onJump: (item: CorrectionItem) => void;
  /** Marks what is ready 已整改. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
}

export function SubmitCorrectionSheet(props: SubmitCorrectionSheetProps) {
  return props.isOpen ? <OpenSheet {...props} /> : null;
}

/** Hands in everything that is filled in, and shows what is missing for the rest. */
function OpenSheet({ readiness, onJump, onSubmit, onClose }: SubmitCorrectionSheetProps) {
  const { corrected, ready, unchanged, incomplete, conflicts, failed } = readiness;
  return (
    <Sheet
      isOpen
      title="提交整改"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>继续填写</ActionButton>
          <ActionButton tone="primary" isDisabled={ready.length === 0} onClick={onSubmit}>
            {ready.length === 0 ? '没有可提交的' : `提交 ${ready.length} 项`}
          </ActionButton>
        </>
      }
    >
      <div className={stack['parts']}>
        <Counts counts={{ 已整改: corrected.length, 可提交: ready.length, 未完成: unchanged.length + incomplete.length + conflicts.length + failed.length }} />
        <GapList title="退回后没有修改，请先修改" items={unchanged} onJump={onJump} />
        <GapList title="缺少整改措施或责任人" items={incomplete} onJump={onJump} />
        <GapList title="两人内容不同，请选择" items={conflicts} onJump={onJump} />
        <GapList title="没有送达，请处理" items={failed} onJump={onJump} />
        <p className={letters['quiet']}>提交即标记为已整改。没有网络时先保存在本机，联网后自动上传；管理员确认前可以修改。</p>
      </div>
    </Sheet>
  );
}
