import { Component, type ReactNode } from 'react';
import { ExclamationTriangleOutline } from '@/ui/basics/icons.tsx';
import styles from './PdfBoundary.module.css';

interface PdfBoundaryProps {
  children: ReactNode;
  onFail?: () => void;
}

/** A file that cannot be shown takes nothing else with it (specification section 8). Give it a key of the file. */
export class PdfBoundary extends Component<PdfBoundaryProps, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(): void {
    this.props.onFail?.();
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <PreviewFailed error={this.state.error} />;
  }
}

function PreviewFailed({ error }: { error: unknown }) {
  const name = error instanceof Error ? error.name : '未知错误';
  return (
    <div className={styles['box']} role="alert">
      <ExclamationTriangleOutline className={styles['icon']} />
      <h2 className={styles['title']}>文件预览错误</h2>
      <p className={styles['name']}>{name}</p>
      {name === 'PasswordException' && <p>文件设有打开密码，在这里无法查看，请换成没有密码的文件</p>}
    </div>
  );
}
