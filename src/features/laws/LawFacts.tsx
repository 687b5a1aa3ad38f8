import type { Law, LawText } from '#contract/law.ts';
import { isAhead, lawStatusLabel, lawStatusWords } from '#contract/law-status.ts';
import { today } from '@/lib/dates.ts';
import { paths } from '@/lib/paths.ts';
import type { LawPresence } from '@/offline/reading/law-storage.ts';
import { LawStatusTag, PresenceTag } from './LawTags.tsx';
import styles from './LawFacts.module.css';

interface LawFactsProps {
  /** The list knows of other versions, the text does not. */
  law: Law | Omit<LawText, 'chapters'>;
  presence: LawPresence;
  /** Whether what is shown is an earlier state of this version than the server's. */
  isEarlier: boolean;
}

/** Title, number, dates, status, and the other versions of the law. */
export function LawFacts({ law, presence, isEarlier }: LawFactsProps) {
  const versions = 'versions' in law ? law.versions : [];
  const newer = law.status === 'effective' ? undefined : versions.find((version) => version.status === 'effective' && (version.publishDate ?? '') > (law.publishDate ?? ''));
  const others = versions.filter((version) => version !== newer);
  return (
    <header className={styles['facts']}>
      <h2 className={styles['title']}>{law.title}</h2>
      {law.docNumber !== '' && <p className={styles['number']}>{law.docNumber}</p>}
      <p className={styles['tags']}>
        <LawStatusTag law={law} />
        <PresenceTag presence={presence} />
      </p>
      <dl className={styles['list']}>
        {law.lawType !== '' && <Fact name="类型" value={law.lawType} />}
        {law.enactDept !== '' && <Fact name="发布机关" value={law.enactDept} />}
        {law.publishDate !== null && <Fact name="公布" value={law.publishDate} />}
        {law.effectiveDate !== null && <Fact name="施行" value={law.effectiveDate} />}
      </dl>
      {isAhead(law, today()) && (
        <p className={styles['notice']} role="note">
          尚未施行，{law.effectiveDate} 起施行。
        </p>
      )}
      {newer !== undefined && (
        <p className={styles['notice']} role="note">
          本版本{lawStatusLabel[law.status]}，现行版本公布于 {newer.publishDate}。{' '}
          <a className={styles['link']} href={`#${paths.showLaw.to(newer.id)}`}>
            查看现行版本
          </a>
        </p>
      )}
      {others.length > 0 && (
        <p className={styles['others']}>
          {newer === undefined ? '其他版本' : '更多版本'}：
          {others.map((version) => (
            <a key={version.id} className={styles['link']} href={`#${paths.showLaw.to(version.id)}`}>
              {version.publishDate ?? '日期不详'}（{lawStatusWords(version, today())}）
            </a>
          ))}
        </p>
      )}
      {isEarlier && (
        <p className={styles['notice']} role="note">
          这是本机保存的较早内容，联网后自动更新。
        </p>
      )}
    </header>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
