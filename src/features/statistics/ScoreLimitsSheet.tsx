import { DEFAULT_SCORE_LIMITS, type ScoreLimits } from '#contract/score.ts';
import { rules } from '#contract/rules.ts';
import { useChangeScoreLimits, useScoreLimits } from '@/queries/score-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { notify } from '@/ui/basics/notify.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { useDismiss } from '@/ui/sheets/useDismiss.ts';
import { atMost, useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import styles from './StatSheet.module.css';

/** From which score on a result is 优秀 or 合格 in this institution. */
export function ScoreLimitsSheet({ onClose }: { onClose: () => void }) {
  const limits = useScoreLimits();
  if (limits.data) return <LimitsForm limits={limits.data} onClose={onClose} />;
  return (
    <Sheet isOpen title="评分等级设置" onClose={onClose}>
      <NotLoaded of={limits} rows={3} />
    </Sheet>
  );
}

function LimitsForm({ limits, onClose }: { limits: ScoreLimits; onClose: () => void }) {
  const change = useChangeScoreLimits();
  const [problem, setProblem] = useFormProblem();
  const fields = useFields(
    {
      excellent: { isRequired: true, rule: rules.positiveInteger, maxLength: 3, check: atMost(100) },
      passed: {
        isRequired: true,
        rule: rules.nonNegativeInteger,
        maxLength: 2,
        check: (text, values) => (Number(text) >= Number(values['excellent']) ? '合格分数线应低于优秀分数线' : undefined),
      },
    },
    { excellent: String(limits.excellent), passed: String(limits.passed) },
  );
  const close = useDismiss(fields.isDirty, onClose);
  const handleSave = async (): Promise<void> => {
    setProblem(undefined);
    if (!fields.checkAll()) return;
    try {
      await change.mutateAsync({ excellent: Number(fields.values.excellent), passed: Number(fields.values.passed) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '保存失败');
      return;
    }
    notify('评分等级已保存', 'success');
    onClose();
  };
  return (
    <Sheet
      isOpen
      title="评分等级设置"
      onClose={() => void close()}
      footer={
        <>
          <ActionButton onClick={close}>取消</ActionButton>
          <ActionButton tone="primary" onClick={handleSave}>
            保存
          </ActionButton>
        </>
      }
    >
      <div className={styles['content']}>
        <p>
          评分 = 100 × 合格要点的分值 ÷ 已判定（合格或不合格）要点的分值，不适用不计入。达不到合格线的为重点；否决项（★）不合格的，无论多少分都为重点。默认优秀{' '}
          {DEFAULT_SCORE_LIMITS.excellent} 分，合格 {DEFAULT_SCORE_LIMITS.passed} 分。
        </p>
        <TextField label="优秀（分以上）" {...fields.bind('excellent')} inputMode="numeric" />
        <TextField label="合格（分以上）" {...fields.bind('passed')} inputMode="numeric" />
        <FormProblem>{problem}</FormProblem>
      </div>
    </Sheet>
  );
}
