import { Link } from 'react-router-dom';
import { formatShortTime } from '@/lib/dates.ts';
import { placeOfForm } from '@/lib/form-names.ts';
import { listDrafts } from '@/offline/forms/form-drafts.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { Section } from '@/ui/basics/Section.tsx';
import { Row, RowList } from '@/ui/lists/RowList.tsx';
import letters from '@/ui/basics/letters.module.css';

/** As whoever filled it in called it. */
const titleIn = ({ taskName, text }: TitledForm): string => (taskName ?? text?.title ?? '').trim();
interface TitledForm {
  taskName?: string;
  text?: { title?: string };
}
const listForms = listDrafts<TitledForm>;

/** Forms that a person sends as a whole: what waits above goes by itself, these do not. Nothing where there are none. */
export function UnsentForms() {
  const drafts = useLoaded('', listForms) ?? [];
  const forms = drafts.flatMap((draft) => {
    const place = placeOfForm(draft.form);
    return place === undefined ? [] : [{ ...draft, ...place }];
  });
  if (forms.length === 0) return null;
  return (
    <Section title="没有提交的表单">
      <p className={letters['quiet']}>填写的内容在本机，不会自动上传，请打开后提交。</p>
      <RowList label="没有提交的表单">
        {forms.map(({ form, data, title, path, keptAt, isStored }) => (
          <Row key={form} title={<Link to={path}>{[title, titleIn(data)].filter(Boolean).join('：')}</Link>} extra={isStored ? `${formatShortTime(keptAt)} 存于本机` : '未能存入本机，关闭页面就会丢失'} />
        ))}
      </RowList>
    </Section>
  );
}
