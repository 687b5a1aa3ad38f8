import type { CheckPoint } from '#contract/check-point.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { useSwitchPoints } from '@/queries/laws/check-point-queries.ts';
import { notify } from '@/ui/basics/notify.ts';
import { Switch } from '@/ui/controls/Switch.tsx';

/** Whether new tasks may have the point. Shows what was chosen while the server is told. */
export function PointSwitch({ point }: { point: CheckPoint }) {
  const switching = useSwitchPoints();
  const isOn = switching.isPending ? switching.variables.enabled === 1 : point.enabled;

  const handleChange = async (next: boolean): Promise<void> => {
    try {
      await switching.mutateAsync({ ids: [point.id], enabled: next ? 1 : 0 });
    } catch (error) {
      notify(sentenceOf(error), 'error');
      return;
    }
    notify(next ? '已启用' : '已停用，新任务不再包含', 'success');
  };

  return <Switch label={`启用 ${point.content}`} hidesLabel isOn={isOn} isDisabled={switching.isPending} onChange={(next) => void handleChange(next)} />;
}
