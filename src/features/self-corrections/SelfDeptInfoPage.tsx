import { useParams } from 'react-router-dom';
import { CorrectionDetailView } from './CorrectionDetailView.tsx';
import { CorrectionResult } from './CorrectionResult.tsx';

const TITLE = '自纠详情';

/** /mytask/self-innovate/{id}/{taskId}: a self-correction to read, before and after side by side. */
export default function SelfDeptInfoPage() {
  const { id = '' } = useParams();
  return <CorrectionDetailView id={id} title={TITLE} render={(detail, store, isGone) => <CorrectionResult title={TITLE} detail={detail} store={store} isGone={isGone} />} />;
}
