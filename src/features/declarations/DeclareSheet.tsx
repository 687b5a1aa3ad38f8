import { PUBLISHED_OF_INSTITUTION, PUBLISHED_TYPES } from '#contract/declaration-type.ts';
import { useDeclaredOfYear } from '@/queries/declaration-queries.ts';
import { useSession } from '@/session/useSession.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import stack from '@/ui/basics/stack.module.css';
import warning from '@/ui/basics/warning.module.css';
import letters from '@/ui/basics/letters.module.css';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { type DeclarationForm, otherYearsIn } from './declaration-form.ts';
import { type DeclarationKind, suggestTitle } from './declaration-kinds.ts';

interface DeclareSheetProps {
  kind: DeclarationKind;
  form: DeclarationForm;
  /** Whose record it is. */
  deptId: string;
  /** It has to be signed, and is not. */
  isUnsigned: boolean;
  onDeclare: () => void;
  onSign: () => void;
  onClose: () => void;
}

/** Asks before what is declared is final: it says what the year has already, and leads to the signature that is missing. */
export function DeclareSheet({ kind, form, deptId, isUnsigned, onDeclare, onSign, onClose }: DeclareSheetProps) {
  const isAdmin = useSession().user?.isAdmin === 1;
  const year = form.text.year.trim();
  const others = (useDeclaredOfYear(kind.selfDeclaredType, year, deptId).data?.records ?? []).filter(({ id }) => id !== form.id);
  const otherYears = otherYearsIn(form.text);
  return (
    <Sheet
      isOpen
      isAlert
      title="确认申报"
      onClose={onClose}
      footer={
        <>
          <ActionButton onClick={onClose}>再看看</ActionButton>
          {isUnsigned ? (
            <>
              <ActionButton onClick={onDeclare}>不签名，申报</ActionButton>
              <ActionButton tone="primary" onClick={onSign}>
                去签名
              </ActionButton>
            </>
          ) : (
            <ActionButton tone="primary" onClick={onDeclare}>
              确认申报
            </ActionButton>
          )}
        </>
      }
    >
      <div className={stack['items']}>
        <p>
          {suggestTitle(kind, year)}：{form.text.title.trim()}
        </p>
        {others.length > 0 && (
          <p className={warning['small']} role="status">
            {year}年已申报过{kind.title}：{others.map(({ title }) => `“${title}”`).join('、')}。再申报会多出一份。
          </p>
        )}
        {otherYears.length > 0 && (
          <p className={warning['small']} role="status">
            正文里写的是{otherYears.map((other) => `${other}年`).join('、')}，没有{year}年，请核对年度和正文。
          </p>
        )}
        {isUnsigned && <p className={warning['small']}>承诺书还没有有效的签名。</p>}
        {PUBLISHED_TYPES.includes(kind.selfDeclaredType) && <p>申报后立即在公示栏公示，本机构人员都能看到。</p>}
        {isAdmin && PUBLISHED_OF_INSTITUTION.includes(kind.selfDeclaredType) && <p>管理员建立的{kind.title}，申报后立即在公示栏公示，本机构人员都能看到。</p>}
        <p className={letters['quiet']}>{isAdmin ? '申报后计入履职和统计；需要修改时可以改回草稿。' : '申报后不能再修改，只有管理员可以改回草稿。'}</p>
      </div>
    </Sheet>
  );
}
