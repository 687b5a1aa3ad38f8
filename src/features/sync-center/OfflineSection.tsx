import { Link } from 'react-router-dom';
import { formatTime } from '@/lib/dates.ts';
import { formatBytes } from '@/lib/files/bytes.ts';
import { paths } from '@/lib/paths.ts';
import type { KeptCopy, OfflineContent } from '@/offline/reading/offline-content.ts';
import { Dotted } from '@/ui/basics/Dotted.tsx';
import { RightOutline } from '@/ui/basics/icons.tsx';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { Section } from '@/ui/basics/Section.tsx';
import { WholeDates } from '@/ui/basics/WholeDates.tsx';
import styles from './OfflineSection.module.css';

/** What opens without a network: how much it is, and of when. */
export function OfflineSection({ content }: { content: OfflineContent | undefined }) {
  return (
    <Section title="可离线使用">
      {content === undefined ? (
        <ListSkeleton rows={3} />
      ) : (
        <ul className={styles['list']}>
          {content.problem !== null && <li className={styles['problem']}>{content.problem}</li>}
          {content.copies.map((copy) => (
            <CopyItem key={`${copy.kind}${copy.id}`} copy={copy} />
          ))}
          {content.problem === null && content.copies.length === 0 && <li className={styles['none']}>没有保存到本机的任务和自纠。有网络时，待完成的任务会自动保存。</li>}
          <li>
            <Link className={styles['item']} to={paths.law.to()}>
              <span className={styles['words']}>
                <strong>法律法规</strong>
                <span>
                  {content.laws.count === 0 ? (
                    '还没有保存到本机，联网后正文自动保存'
                  ) : (
                    <Dotted>
                      {`${content.laws.count} 部正文`}
                      {formatBytes(content.laws.bytes)}
                      {content.laws.keptAt !== null && <WholeDates text={`${minuteOf(content.laws.keptAt)} 更新`} />}
                    </Dotted>
                  )}
                </span>
              </span>
              <RightOutline aria-hidden />
            </Link>
          </li>
        </ul>
      )}
    </Section>
  );
}

/** Without the year, which would break the line on a small phone. */
const minuteOf = (instant: string): string => formatTime(instant).slice(5, 16);

function CopyItem({ copy: { kind, id, taskName, size, keptAt, bytes } }: { copy: KeptCopy }) {
  const isTask = kind === 'task';
  return (
    <li>
      <Link className={styles['item']} to={isTask ? paths.toComplete.to(id) : paths.toInnovate.to(id)}>
        <span className={styles['words']}>
          <strong>{isTask ? taskName : `自纠 · ${taskName}`}</strong>
          <span>
            <Dotted>
              {`${size} ${isTask ? '个检查要点' : '项整改'}`}
              {formatBytes(bytes)}
              <WholeDates text={`${minuteOf(keptAt)} 更新`} />
            </Dotted>
          </span>
        </span>
        <RightOutline aria-hidden />
      </Link>
    </li>
  );
}
