import { createErrorBlock } from 'antd-mobile/es/components/error-block/create-error-block';
import { CloudOffOutline, ExclamationTriangleOutline, FileOutline } from '@/ui/basics/icons.tsx';
import styles from './StateBlock.module.css';

const failed = <ExclamationTriangleOutline aria-hidden />;

/** With drawings of ours: the kit's own are large, and in no theme. */
const ErrorBlock = createErrorBlock({ default: failed, busy: failed, disconnected: <CloudOffOutline aria-hidden />, empty: <FileOutline aria-hidden /> });

type StateBlockProps = Required<Pick<Parameters<typeof ErrorBlock>[0], 'status' | 'title'>> & Pick<Parameters<typeof ErrorBlock>[0], 'description' | 'children'>;

/** In place of a list or a page: what there is none of, or why it is not here, and what to do. */
export const StateBlock = ({ description, ...props }: StateBlockProps) => <ErrorBlock className={styles['block']} description={description} {...props} />;
