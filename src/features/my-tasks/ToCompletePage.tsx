import { useParams } from 'react-router-dom';
import { FillInTask } from './fill-in/FillInTask.tsx';
import { TaskDetailView } from './TaskDetailView.tsx';

const TITLE = '完成任务';

/** /mytask/index/{id}: fills in a department task. */
export default function ToCompletePage() {
  const { id = '' } = useParams();
  return <TaskDetailView deptTaskId={id} title={TITLE} render={(detail, isGone) => <FillInTask key={id} title={TITLE} detail={detail} isGone={isGone} />} />;
}
