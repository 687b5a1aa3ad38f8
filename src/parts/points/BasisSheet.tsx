import type { Grounds } from '#contract/check-point.ts';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import stack from '@/ui/basics/stack.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { BasisButton } from './BasisButton.tsx';
import { BasisName } from './BasisName.tsx';
import { PointMarkTag } from './PointMarkTag.tsx';
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
  /** Undefined while closed; the article is that of its basis. */
  shown: Grounds | undefined;
  article: BasisArticle;
  /** Another basis of the same point takes the first place. */
  onShow: (shown: Grounds) => void;
  onClose: () => void;
}

/** The legal bases of a check point: what they ask in our words, the article of the first, and what breaking it costs. */
export function BasisSheet({ shown, article, onShow, onClose }: BasisSheetProps) {
  const { basis, furtherBases = [], liability, mark } = shown ?? {};
  return (
    <Sheet isOpen={shown !== undefined} title="检查依据" onClose={onClose}>
      {shown && basis && (
        <div className={stack['parts']}>
          <p className={styles['name']}>
            <BasisName basis={basis} />
            {mark && <PointMarkTag mark={mark} />}
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
              <p className={letters['quiet']}>{hints[article.state]}</p>
            )}
          </section>
          {furtherBases.length > 0 && (
            <section>
              <h3 className={styles['heading']}>其他依据</h3>
              {furtherBases.map((further, index) => (
                <div key={index}>
                  <BasisButton
                    basis={further}
                    onOpen={() => onShow({ ...shown, basis: further, furtherBases: furtherBases.map((other) => (other === further ? basis : other)) })}
                  />
                  <p>{further.gist}</p>
                </div>
              ))}
            </section>
          )}
          {liability && (
            <section>
              <h3 className={styles['heading']}>法律责任</h3>
              <p>
                <BasisName basis={liability} />：{liability.gist}
              </p>
            </section>
          )}
        </div>
      )}
    </Sheet>
  );
}
