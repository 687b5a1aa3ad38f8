import { ActionButton } from './ActionButton.tsx';
import { ExclamationTriangleOutline } from './icons.tsx';
import styles from './NoData.module.css';

export interface LoadFailedProps {
  /** An error whose message can be shown, or the sentence itself. */
  error: unknown;
  onRetry: () => unknown;
  /** Where something else than the usual holds. */
  hint?: string;
}

const NOT_HERE = '暂时连不上服务器，这些内容还没有保存到本机';

/** By the kind of an API error: who may do what about it. */
const hints: Readonly<Record<string, string>> = {
  offline: '恢复连接后会自动显示。已填写的内容都保存着，没有丢失。',
  timeout: '服务器没有及时回应，请稍后重试。已填写的内容都保存着，没有丢失。',
  server: '请稍后重试。已填写的内容都保存着，没有丢失。',
  business: '如有疑问，请联系本机构管理员。',
};

/** First load failed: what happened, that nothing is lost, what to do. No network is a state and no failure, and is told so. */
export function LoadFailed({ error, onRetry, hint }: LoadFailedProps) {
  const kind = error instanceof Error && 'kind' in error ? String(error.kind) : 'server';
  const sentence = typeof error === 'string' ? error : kind === 'offline' ? NOT_HERE : error instanceof Error && error.message !== '' ? error.message : '加载失败';
  return (
    <div className={styles['box']} role="status">
      <ExclamationTriangleOutline className={styles['icon']} />
      <p className={styles['title']}>{sentence}</p>
      <p className={styles['hint']}>{hint ?? hints[kind] ?? hints['server']}</p>
      <ActionButton tone="primary" onClick={onRetry}>
        重试
      </ActionButton>
    </div>
  );
}
