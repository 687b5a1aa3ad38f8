import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '@/lib/paths.ts';
import { renewUser } from '@/queries/session-calls.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { Page } from '@/ui/page/Page.tsx';
import styles from './MessagePage.module.css';

/** /404: no such view, or none for this person. */
export function NotFoundPage() {
  return <MessagePage title="页面不存在" code="404" words="地址有误，或者您没有这个页面。" />;
}

/** /403: the server refused. */
export function Page403() {
  // What the person may do has changed since the sign-in: the menu, and where 返回首页 leads, are of before.
  useEffect(() => void renewUser().catch(() => undefined), []);
  return <MessagePage title="没有权限" code="403" words="您没有权限访问这项内容。如有需要，请联系本机构管理员。" />;
}

function MessagePage({ title, code, words }: { title: string; code: string; words: string }) {
  const navigate = useNavigate();
  return (
    <Page title={title}>
      <div className={styles['message']}>
        <p className={styles['code']} aria-hidden>
          {code}
        </p>
        <p>{words}</p>
        <ActionButton tone="primary" onClick={() => void navigate(paths.home.to(), { replace: true })}>
          返回首页
        </ActionButton>
      </div>
    </Page>
  );
}
