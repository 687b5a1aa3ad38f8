import { DEFAULT_SCORE_LIMITS, type ScoreLimits } from '#contract/score.ts';
import { rules } from '#contract/rules.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useFirstRead } from '@/queries/client/useFirstRead.ts';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readScoreLimits, useChangeScoreLimits, useScoreLimits } from '@/queries/score-queries.ts';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { TextField } from '@/ui/controls/TextField.tsx';
import { atMost, useFields } from '@/ui/controls/useFields.ts';

/** From which score on a result is 优秀 or 合格 in this institution. */
export function ScoreLimitsSheet({ onClose }: { onClose: () => void }) {
  const limits = useScoreLimits();
  const first = useFirstRead(limits);
  if (first !== undefined) return <LimitsForm limits={first} onClose={onClose} />;
  return (
    <Sheet isOpen title="评分等级设置" onClose={onClose}>
      <NotLoaded of={limits} rows={3} />
    </Sheet>
  );
}

const toValues = ({ excellent, passed }: ScoreLimits) => ({ excellent: String(excellent), passed: String(passed) });

function LimitsForm({ limits, onClose }: { limits: ScoreLimits; onClose: () => void }) {
  const change = useChangeScoreLimits();
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
    toValues(limits),
  );
  const overwrite = useOverwriting(limits, async () => {
    const now = await readScoreLimits();
    fields.rebase(toValues(now));
    return now;
  });
  const handleSave = async (): Promise<string | undefined> => {
    if (!fields.checkAll()) return undefined;
    const changes = fields.onlyChanged({ excellent: Number(fields.values.excellent), passed: Number(fields.values.passed) });
    await overwrite((began) => change.mutateAsync({ ...changes, ...began }));
    return '评分等级已保存';
  };
  return (
    <FormSheet title="评分等级设置" hasInput={fields.isDirty} fields={fields} onSave={handleSave} onClose={onClose}>
      <p>
        评分 = 100 × 合格要点的分值 ÷ 已判定（合格或不合格）要点的分值，不适用不计入。达不到合格线的为重点；否决项（★）不合格的，无论多少分都为重点。默认优秀{' '}
        {DEFAULT_SCORE_LIMITS.excellent} 分，合格 {DEFAULT_SCORE_LIMITS.passed} 分。
      </p>
      <TextField label="优秀（分以上）" {...fields.bind('excellent')} inputMode="numeric" />
      <TextField label="合格（分以上）" {...fields.bind('passed')} inputMode="numeric" />
    </FormSheet>
  );
}
