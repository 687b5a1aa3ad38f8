import { useMemo } from 'react';
import type { Rewording } from '#contract/rewording.ts';
import { compareTexts, type Part } from '@/lib/text/compare-texts.ts';
import letters from '@/ui/basics/letters.module.css';
import { ComparedText } from './ComparedText.tsx';
import { differingFields } from './rewording-words.ts';
import styles from './ComparedArticles.module.css';

/** The institution's words and the library's, side by side where there is room, field by field where they differ. */
export function ComparedPoints({ rewording }: { rewording: Rewording }) {
  const compared = useMemo(() => differingFields(rewording).map(({ label, own, national }) => ({ label, ...compareTexts(own, national) })), [rewording]);
  return (
    <div className={styles['both']}>
      <Side title="本机构文本" as="del" fields={compared.map(({ label, before }) => ({ label, parts: before }))} />
      <Side title="国家新文本" as="ins" fields={compared.map(({ label, after }) => ({ label, parts: after }))} />
    </div>
  );
}

function Side({ title, as, fields }: { title: string; as: 'del' | 'ins'; fields: readonly { label: string; parts: readonly Part[] }[] }) {
  return (
    <section className={styles['side']} aria-label={title}>
      <h4>{title}</h4>
      {fields.map(({ label, parts }) => (
        <div key={label} className={styles['field']}>
          <p className={letters['quiet']}>{label}</p>
          {parts.length === 0 ? <p className={letters['quiet']}>（无）</p> : <ComparedText parts={parts} as={as} />}
        </div>
      ))}
    </section>
  );
}
