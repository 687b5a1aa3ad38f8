import { Activity } from 'react';
import { useLocation } from 'react-router-dom';
import { declarationsPath } from '@/lib/paths.ts';
import { useGoBack } from '@/ui/page/useGoBack.ts';
import { type DeclarationKind, declarationKinds, kindAt } from './declaration-kinds.ts';
import { DeclarationList } from './DeclarationList.tsx';
import { isFormOpened } from './opened-form.ts';
import { OpenForm } from './OpenForm.tsx';

/** The seven lists of declarations, and their form in the place of the list: which one, the address tells. */
export default function DeclarationsPage() {
  const { pathname, search } = useLocation();
  const kind = kindAt(pathname) ?? declarationKinds[0];
  const edited = new URLSearchParams(search).get('edit');
  if (kind === undefined) return null;

  return (
    <>
      <Activity mode={edited === null ? 'visible' : 'hidden'}>
        <DeclarationList kind={kind} />
      </Activity>
      {edited !== null && <FormOverList key={edited} kind={kind} id={edited} />}
    </>
  );
}

/** Goes back itself: a form that was left while it was being saved must not lead away from the list. */
function FormOverList({ kind, id }: { kind: DeclarationKind; id: string }) {
  const goBack = useGoBack();
  const { state } = useLocation();
  const list = declarationsPath(kind.selfDeclaredType);
  return <OpenForm kind={kind} id={id} onClose={() => goBack(list, !isFormOpened(state))} onLeave={() => goBack(list, true)} />;
}
