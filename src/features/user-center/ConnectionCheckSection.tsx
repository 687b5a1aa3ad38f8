import { type CheckStep, useConnectionCheck } from '@/offline/network/useConnectionCheck.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { StatusTag, type StatusTone } from '@/ui/basics/StatusTag.tsx';
import { StepItem, StepList, type StepStatus } from '@/ui/lists/StepList.tsx';
import letters from '@/ui/basics/letters.module.css';
import styles from './ConnectionCheckSection.module.css';

const words: Record<CheckStep['state'], { status: StepStatus; tone: StatusTone; words: string }> = {
  waiting: { status: 'wait', tone: 'neutral', words: '等待' },
  running: { status: 'process', tone: 'primary', words: '进行中' },
  passed: { status: 'finish', tone: 'qualified', words: '正常' },
  failed: { status: 'error', tone: 'warning', words: '失败' },
  skipped: { status: 'wait', tone: 'notApplicable', words: '未进行' },
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
        <div className={styles['steps']}>
          <StepList label="自检步骤">
            {steps.map(({ id, title, state, took, reason }) => (
              <StepItem
                key={id}
                status={words[state].status}
                title={
                  <span className={styles['step']}>
                    <span>{title}</span>
                    <StatusTag tone={words[state].tone}>{words[state].words}</StatusTag>
                    <span className={styles['took']}>{took !== undefined && `${Math.round(took)} 毫秒`}</span>
                  </span>
                }
              >
                {reason !== undefined && <span className={styles['reason']}>{reason}</span>}
              </StepItem>
            ))}
          </StepList>
          <p role="status">{describe(steps)}</p>
        </div>
      )}
    </Section>
  );
}

function describe(steps: readonly CheckStep[]): string {
  if (steps.some((step) => step.state === 'failed')) return '读写有问题。请检查网络后重试；仍然失败时，把失败的步骤告诉系统管理人员。';
  return steps.every((step) => step.state === 'passed') ? '读写正常。' : '正在检查…';
}
