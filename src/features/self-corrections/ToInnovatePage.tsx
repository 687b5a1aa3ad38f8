import { useParams } from 'react-router-dom';
import { isCorrectionChangeable } from '#contract/correction-status.ts';
import { CorrectionDetailView } from './CorrectionDetailView.tsx';
import { CorrectionResult } from './CorrectionResult.tsx';
import { FillInCorrection } from './FillInCorrection.tsx';

const TITLE = '完成自纠';

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
