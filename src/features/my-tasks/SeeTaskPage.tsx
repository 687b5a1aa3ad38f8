import { useParams } from 'react-router-dom';
import { TaskDetailView } from './TaskDetailView.tsx';
import { TaskResult } from './result/TaskResult.tsx';

const TITLE = '查看任务';

/** /mytask/index/{id}/{taskId}: what was found in a department task; `id` is the department task. */
export default function SeeTaskPage() {
  const { id = '' } = useParams();
  return <TaskDetailView deptTaskId={id} title={TITLE} render={(detail) => <TaskResult key={id} title={TITLE} detail={detail} />} />;
}
