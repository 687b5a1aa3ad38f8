import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { useDepartmentOptions } from '@/queries/department-queries.ts';
import { useInstitution } from '@/queries/institution-queries.ts';
import { useLawLibrary } from '@/queries/laws/law-queries.ts';
import { useTaskList } from '@/queries/work/task-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { CheckCircleOutline, RightOutline } from '@/ui/basics/icons.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { StepItem, StepList } from '@/ui/lists/StepList.tsx';
import { firstSteps } from './first-steps.ts';
import { useDismissed } from './useDismissed.ts';
import styles from './FirstDay.module.css';

const keyOf = (account: string): string => `zyzc:first-day-dismissed:${account}`;

/**
 * What an institution does first, ticked off by what is there; gone with its first task, or when it is dismissed.
 * @param props.otherwise stands in its place
 */
export function FirstDay({ otherwise }: { otherwise: ReactNode }) {
  const [isDismissed, dismiss] = useDismissed(keyOf(useSession().user?.employeeId ?? ''));
  const departments = useDepartmentOptions(!isDismissed).data;
  const institution = useInstitution().data;
  const laws = useLawLibrary(!isDismissed).data;
  const tasks = useTaskList({ pageNum: 1, pageSize: DEFAULT_PAGE_SIZE }).data;
  if (isDismissed || departments === undefined || institution === undefined || laws === undefined || tasks === undefined || tasks.total > 0) return otherwise;
  const steps = firstSteps({ departments, lawCount: laws.length, hasProfile: institution.profile !== null });
  const next = steps.find(({ isDone }) => !isDone);

  return (
    <Section
      title="开始使用"
      action={
        <span className={styles['progress']}>
          已完成 {steps.filter(({ isDone }) => isDone).length}/{steps.length}
          <ActionButton tone="text" size="small" onClick={dismiss}>
            不再显示
          </ActionButton>
        </span>
      }
    >
      <StepList>
        {steps.map((step, index) => (
          <StepItem
            key={step.title}
            status={step.isDone ? 'finish' : step === next ? 'process' : 'wait'}
            icon={step.isDone ? <CheckCircleOutline className={styles['done']} aria-hidden /> : <span className={step === next ? styles['next'] : styles['number']}>{index + 1}</span>}
            title={
              <Link to={step.path} className={styles['step']}>
                <span className={styles['words']}>
                  <strong>{step.title}</strong>
                  <span>{step.isDone ? `已完成：${step.found}` : step.todo}</span>
                </span>
                <RightOutline aria-hidden />
              </Link>
            }
          />
        ))}
      </StepList>
    </Section>
  );
}
