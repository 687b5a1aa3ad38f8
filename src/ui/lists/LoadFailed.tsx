import { use } from 'react';
import { code } from '#contract/codes.ts';
import { isNoAnswer } from '@/lib/text/error-sentence.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { ViewContext } from '@/ui/page/page-chrome.ts';
import { StateBlock } from './StateBlock.tsx';

export interface LoadFailedProps {
  /** An error whose message can be shown, or what is said where nothing was asked, without a network. */
  error: unknown;
  onRetry: () => unknown;
  /** Where something else than the usual holds. */
  hint?: string | undefined;
  /** The way back from what does not exist, where it does not lead to the list above the view. */
  onLeave?: () => void;
}

/** What an API error tells, and any other error not. */
interface Failure {
  kind?: string;
  code?: number | null;
  message?: string;
}

const NOT_HERE = '暂时连不上服务器，这些内容还没有保存到本机';

/** By the kind of an API error: who may do what about it. */
const hints: Readonly<Record<string, string>> = {
  offline: '恢复连接后会自动显示。已填写的内容都保存着，没有丢失。',
  timeout: '服务器没有及时回应，请稍后重试。已填写的内容都保存着，没有丢失。',
  server: '请稍后重试。已填写的内容都保存着，没有丢失。',
  business: '如有疑问，请联系本机构管理员。',
};

/**
 * First load failed: what happened, that nothing is lost, what to do. No network is a state and no failure, and is told
 * so. A detail that does not exist leads back, since asking again gains nothing.
 */
export function LoadFailed({ error, onRetry, hint, onLeave }: LoadFailedProps) {
  const { parent } = use(ViewContext);
  const { kind: told = 'server', code: found, message }: Failure = error instanceof Error ? error : {};
  const isOffline = typeof error === 'string' || isNoAnswer({ kind: told, code: found });
  const kind = isOffline ? 'offline' : told;
  const leadsBack = found === code.notFound && (onLeave ?? parent);
  return (
    <div role="status">
      <StateBlock
        status={isOffline ? 'disconnected' : 'default'}
        title={typeof error === 'string' ? error : isOffline ? NOT_HERE : message || '加载失败'}
        description={hint ?? hints[kind] ?? hints['server']}
      >
        <ActionButton tone="primary" onClick={leadsBack ? (onLeave ?? (() => location.replace(`#${parent}`))) : onRetry}>
          {leadsBack ? '返回列表' : '重试'}
        </ActionButton>
      </StateBlock>
    </div>
  );
}
