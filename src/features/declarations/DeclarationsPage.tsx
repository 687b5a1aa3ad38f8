import { Activity } from 'react';
import { useLocation } from 'react-router-dom';
import { declarationsPath } from '@/lib/paths.ts';
import { useGoBack } from '@/ui/useGoBack.ts';
import { declarationKinds, kindAt } from './declaration-kinds.ts';
import { DeclarationList } from './DeclarationList.tsx';
import { OpenForm } from './OpenForm.tsx';

/** The seven lists of declarations, and their form in the place of the list: which one, the address tells. */
export default function DeclarationsPage() {
  const { pathname, search } = useLocation();
  const goBack = useGoBack();
  const kind = kindAt(pathname) ?? declarationKinds[0];
  const edited = new URLSearchParams(search).get('edit');
  if (kind === undefined) return null;

  const close = (): void => goBack(declarationsPath(kind.selfDeclaredType));
  return (
    <>
      <Activity mode={edited === null ? 'visible' : 'hidden'}>
        <DeclarationList kind={kind} />
      </Activity>
      {edited !== null && <OpenForm key={edited} kind={kind} id={edited} onClose={close} />}
    </>
  );
}
