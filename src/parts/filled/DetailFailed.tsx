import { isMissing } from '@/lib/is-missing.ts';
import type { OutboxEntry } from '@/offline/entries/outbox.ts';
import { useOutbox } from '@/offline/sending/useOutbox.ts';
import { LoadFailed } from '@/ui/lists/LoadFailed.tsx';

interface Kind {
  name: string;
  /** Why there may be none, where the server knows of none. */
  gone: string;
  isOf: (entry: OutboxEntry, id: string) => boolean;
}

const kinds: Record<DetailFailedProps['kind'], Kind> = {
  task: { name: '这个任务', gone: '链接可能有误，或任务不属于本科室。', isOf: (entry, id) => entry.deptTaskId === id },
  correction: {
    name: '这份自纠',
    gone: '科室任务可能已被退回或撤回，或不属于本科室。',
    isOf: ({ payload }, id) => 'correctionId' in payload && payload.correctionId === id,
  },
};

export interface DetailFailedProps {
  kind: 'task' | 'correction';
  id: string;
  /** Null where the server could not be asked, for want of a network. */
  error: Error | null;
  onRetry: () => unknown;
}

/** Why what is to be filled in cannot be shown; where something of it waits on this phone, that it is not lost. */
export function DetailFailed({ kind, id, error, onRetry }: DetailFailedProps) {
  const { entries } = useOutbox();
  const { name, gone, isOf } = kinds[kind];
  const kept = entries.some((entry) => isOf(entry, id)) ? '已填写的内容都在，没有丢失。' : '';
  if (error === null) return <LoadFailed error={`现在没有网络，${name}还没有保存到本机`} hint={`联网后打开一次，之后没有网络也可以填写。${kept}`} onRetry={onRetry} />;
  return <LoadFailed error={error} hint={kept || (isMissing(error) ? `${gone}如有疑问，请联系本机构管理员。` : undefined)} onRetry={onRetry} />;
}
