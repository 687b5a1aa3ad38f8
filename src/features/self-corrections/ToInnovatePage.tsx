import { useParams } from 'react-router-dom';
import { isCorrectionChangeable } from '#contract/correction-status.ts';
import { ListSkeleton } from '@/ui/basics/ListSkeleton.tsx';
import { lazyBlock } from '@/ui/lazy/lazy-block.tsx';
import { Page } from '@/ui/page/Page.tsx';
import { CorrectionDetailView } from './CorrectionDetailView.tsx';
import { FillInCorrection } from './FillInCorrection.tsx';

const TITLE = '完成自纠';

/** Most that are opened here can be filled in. */
const CorrectionResult = lazyBlock(
  '自纠内容',
  async () => ({ default: (await import('./CorrectionResult.tsx')).CorrectionResult }),
  <Page title={TITLE}>
    <ListSkeleton rows={4} />
  </Page>,
);

/** /mytask/self-innovate/{id}: fills in a self-correction; one that is closed or gone meanwhile can be read. */
export default function ToInnovatePage() {
  const { id = '' } = useParams();
  return (
    <CorrectionDetailView
      id={id}
      title={TITLE}
      render={(detail, store, isGone) =>
        !isGone && isCorrectionChangeable(detail.status) ? (
          <FillInCorrection key={id} title={TITLE} detail={detail} store={store} />
        ) : (
          <CorrectionResult title={TITLE} detail={detail} store={store} isGone={isGone} />
        )
      }
    />
  );
}
