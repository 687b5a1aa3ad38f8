import type { Law, LawArticle } from '#contract/law.ts';
import { paths } from '@/lib/paths.ts';
import { keepLaws } from '@/offline/reading/law-keeping.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { copyText } from '@/ui/browser/copy-text.ts';
import { Sheet } from '@/ui/sheets/Sheet.tsx';

interface ArticleSheetProps {
  law: Pick<Law, 'id' | 'title'>;
  /** What is kept with the article; undefined where it is kept already. */
  keepable: Law | undefined;
  /** Undefined while closed. */
  article: LawArticle | undefined;
  onClose: () => void;
}

/** What can be done with one article: copy it, link to it, keep its law for reading without a network. */
export function ArticleSheet({ law, keepable, article, onClose }: ArticleSheetProps) {
  const copy = async (text: string, done: string): Promise<void> => {
    if (!(await copyText(text))) return notify('复制失败，请长按文字手动复制', 'warning');
    notify(done, 'success');
    onClose();
  };
  const handleKeep = (): void => {
    onClose();
    if (keepable !== undefined) void keepLaws([keepable]);
  };
  return (
    <Sheet isOpen={article !== undefined} title={article?.label ?? ''} onClose={onClose}>
      {article !== undefined && (
        <div className={stack['items']}>
          <ActionButton isBlock onClick={() => copy(textOf(law.title, article), '已复制条文')}>
            复制条文
          </ActionButton>
          <ActionButton isBlock onClick={() => copy(addressOf(law.id, article.number), '已复制链接')}>
            复制链接
          </ActionButton>
          {keepable !== undefined && (
            <ActionButton isBlock onClick={handleKeep}>
              保存本法规离线
            </ActionButton>
          )}
        </div>
      )}
    </Sheet>
  );
}

const textOf = (title: string, { label, paragraphs }: LawArticle): string => `《${title}》${label}\n${paragraphs.join('\n')}`;

const addressOf = (id: string, article: number): string => {
  const address = new URL(location.href);
  address.hash = paths.showLaw.to(id, { article });
  return address.href;
};
