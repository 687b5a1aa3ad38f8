import type { Basis } from '#contract/check-point.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { BasisName } from './BasisName.tsx';
import styles from './BasisSheet.module.css';

/**
 * - `notInLibrary`: the library has no such law or article.
 * - `unavailable`: it may have it, but nothing can be read now.
 */
export type BasisArticle = (
  | { state: 'loading' | 'notInLibrary' | 'unavailable' }
  | { state: 'found'; status: string; paragraphs: readonly string[]; lawPath: string }
) & {
  /** Where the basis holds no more. */
  change?: { label: string; explanation: string; currentPath: string | undefined } | undefined;
};

const hints = {
  loading: '正在读取原文…',
  notInLibrary: '法规库中暂无这一条的原文。',
  unavailable: '原文还没有保存到本机，联网后可以查看。',
} as const;

interface BasisSheetProps {
  /** Undefined while closed. */
  basis: Basis | undefined;
  article: BasisArticle;
  onClose: () => void;
}

/** The legal basis of a check point: what it asks in our words, and the article itself. */
export function BasisSheet({ basis, article, onClose }: BasisSheetProps) {
  return (
    <Sheet isOpen={basis !== undefined} title="检查依据" onClose={onClose}>
      {basis && (
        <div className={styles['basis']}>
          <p className={styles['name']}>
            <BasisName basis={basis} />
          </p>
          {article.change && (
            <div className={styles['change']} role="note">
              <StatusTag tone="warning">{article.change.label}</StatusTag>
              <p>{article.change.explanation}</p>
              {article.change.currentPath !== undefined && (
                <a className={styles['link']} href={`#${article.change.currentPath}`} onClick={onClose}>
                  查看现行版本
                </a>
              )}
            </div>
          )}
          {basis.gist !== '' && (
            <section>
              <h3 className={styles['heading']}>要点</h3>
              <p>{basis.gist}</p>
            </section>
          )}
          <section aria-busy={article.state === 'loading'}>
            <h3 className={styles['heading']}>原文</h3>
            {article.state === 'found' ? (
              <>
                <div className={styles['text']}>
                  {article.paragraphs.map((paragraph, index) => (
                    <p key={index}>{paragraph}</p>
                  ))}
                </div>
                <p className={styles['source']}>
                  {article.status} ·{' '}
                  <a className={styles['link']} href={`#${article.lawPath}`} onClick={onClose}>
                    查看全文
                  </a>
                </p>
              </>
            ) : (
              <p className={styles['hint']}>{hints[article.state]}</p>
            )}
          </section>
        </div>
      )}
    </Sheet>
  );
}
