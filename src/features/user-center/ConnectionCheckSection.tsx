import { type CheckStep, useConnectionCheck } from '@/offline/network/useConnectionCheck.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';
import letters from '@/ui/basics/letters.module.css';
import styles from './ConnectionCheckSection.module.css';

const words: Record<CheckStep['state'], { tone: StatusTone; words: string }> = {
  waiting: { tone: 'neutral', words: '等待' },
  running: { tone: 'primary', words: '进行中' },
  passed: { tone: 'qualified', words: '正常' },
  failed: { tone: 'warning', words: '失败' },
  skipped: { tone: 'notApplicable', words: '未进行' },
};

/** Whether this device reads and writes on the server as it should; for administrators, who are asked when it does not. */
export function ConnectionCheckSection({ isOffline }: { isOffline: boolean }) {
  const { steps, start } = useConnectionCheck();
  return (
    <Section
      title="连接自检"
      action={
        <ActionButton size="small" isDisabled={isOffline} onClick={start}>
          开始自检
        </ActionButton>
      }
    >
      <p className={letters['quiet']}>
        {isOffline ? '联网后可以检查。' : '在服务器上新建、修改并删除测试记录，检查本机与服务器之间的读写。不影响业务数据。'}
      </p>
      {steps && (
        <>
          <ol className={styles['steps']} aria-label="自检步骤">
            {steps.map((step) => (
              <li key={step.id}>
                <span>{step.title}</span>
                <StatusTag tone={words[step.state].tone}>{words[step.state].words}</StatusTag>
                <span className={styles['took']}>{step.took !== undefined && `${Math.round(step.took)} 毫秒`}</span>
                {step.reason !== undefined && <span className={styles['reason']}>{step.reason}</span>}
              </li>
            ))}
          </ol>
          <p role="status">{describe(steps)}</p>
        </>
      )}
    </Section>
  );
}

function describe(steps: readonly CheckStep[]): string {
  if (steps.some((step) => step.state === 'failed')) return '读写有问题。请检查网络后重试；仍然失败时，把失败的步骤告诉系统管理人员。';
  return steps.every((step) => step.state === 'passed') ? '读写正常。' : '正在检查…';
}
