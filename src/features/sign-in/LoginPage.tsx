import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ASKED_PASSWORD_MAX } from '#contract/limits.ts';
import { checkField, knownPassword, rules } from '#contract/rules.ts';
import { isSameAccount } from '@/lib/is-same-account.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { usePhoneAccounts } from '@/offline/people/usePhoneAccounts.ts';
import { useLoaded } from '@/offline/storage/useLoaded.ts';
import { fetchSiteTitle, getSiteTitle } from '@/queries/site-queries.ts';
import { whyEnded } from '@/session/ended-sign-in.ts';
import { getLastAccount } from '@/session/last-account.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { CheckShieldOutline, ExclamationCircleOutline } from '@/ui/basics/icons.tsx';
import { useAfterTap } from '@/ui/browser/useAfterTap.ts';
import { Field } from '@/ui/controls/Field.tsx';
import { PasswordInput } from '@/ui/controls/PasswordInput.tsx';
import { isInsecure } from './is-insecure.ts';
import { InstallHint } from './InstallHint.tsx';
import { PhoneAccountList } from './PhoneAccountList.tsx';
import { useServerState, type ServerState } from './useServerState.ts';
import controls from '@/ui/controls/control.module.css';
import styles from './LoginPage.module.css';

/** What signs in is loaded once somebody begins to: the first picture does without it. */
const loadCalls = () => import('@/queries/session-calls.ts');

/** What most visits never need to be told. */
const loadRare = () => import('./rare-notices.ts');
const loadInsecure = async () => (isInsecure() ? loadRare().then(({ INSECURE_NOTICE }) => INSECURE_NOTICE, () => undefined) : undefined);
const loadStranded = (whose: string) => loadRare().then(({ strandedNotice }) => strandedNotice(whose), () => undefined);

const notices: Partial<Record<ServerState, string>> = {
  offline: '当前没有网络。登录需要联网；已保存在本机的内容不会丢失，登录后继续上传。',
  unreachable: '暂时连接不上服务器，请稍后再试，或联系管理员。已保存在本机的内容不会丢失。',
};

const UNLOCK_NOTICE = '当前没有网络，输入密码可离线解锁。自查、自纠保存在本机，联网后自动上传。';
const OTHERS_NOTICE = '标有“可离线解锁”的账号，现在就可以用密码打开。';

/** A failure shows when signing in. */
const preload = (): void => void loadCalls().catch(() => undefined);

export interface LoginPageProps {
  /** Why the last session ended. */
  reason: string | undefined;
}

export function LoginPage({ reason }: LoginPageProps) {
  const [account, setAccount] = useState(getLastAccount);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ account?: string | undefined; password?: string | undefined; form?: string | undefined }>({});
  const [isPending, setIsPending] = useState(false);
  const afterTap = useAfterTap();
  const accountInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const siteTitle = useLoaded('', fetchSiteTitle) ?? getSiteTitle();
  const { serverState, checkAgain } = useServerState();
  const { accounts, reload } = usePhoneAccounts();
  const insecureNotice = useLoaded('', loadInsecure);
  const isServerThere = serverState !== 'offline' && serverState !== 'unreachable';
  const filledIn = accounts.find((one) => isSameAccount(one.account, account));
  const canUnlock = filledIn?.unlockState === 'ready';
  const stranded = filledIn !== undefined && (filledIn.waiting ?? 0) > 0 ? filledIn : undefined;
  const strandedNotice = useLoaded(errors.form === undefined || !stranded ? undefined : `${stranded.employeeName}的 ${stranded.waiting} 项`, loadStranded);
  const isUnlocking = canUnlock && !isServerThere;
  const othersNotice = accounts.some((one) => one.unlockState === 'ready') ? OTHERS_NOTICE : '';
  const shownReason = reason ?? whyEnded(account);
  const notice = isUnlocking ? UNLOCK_NOTICE : isServerThere ? undefined : `${notices[serverState]}${othersNotice}`;

  useEffect(() => {
    document.title = siteTitle;
  }, [siteTitle]);

  const checkAccount = (): string | undefined => checkField(account, { rule: rules.account, required: true, maxLength: 64 });
  const checkPassword = (): string | undefined => checkField(password, { rule: knownPassword, required: true, maxLength: ASKED_PASSWORD_MAX });

  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    afterTap.drop();
    const found = { account: checkAccount(), password: checkPassword() };
    setErrors(found);
    if (found.account !== undefined) return accountInput.current?.focus();
    // Anything else about it is for the server to judge.
    if (password.trim() === '' || password.trim().length > ASKED_PASSWORD_MAX) return passwordInput.current?.focus();
    setIsPending(true);
    try {
      const { signInOrUnlock } = await loadCalls();
      await signInOrUnlock(account, password, isServerThere);
    } catch (error) {
      setIsPending(false);
      checkAgain();
      reload();
      setErrors({ password: found.password, form: sentenceOf(error, '登录失败，请重试') });
      passwordInput.current?.select();
    }
  };

  return (
    <main className={styles['page']}>
      <div className={styles['frame']}>
        <header className={accounts.length > 0 ? styles['smallBrand'] : styles['brand']}>
          <span className={styles['emblem']}>
            <CheckShieldOutline aria-hidden />
          </span>
          <h1>{siteTitle}</h1>
          {accounts.length === 0 && !isInsecure() && <p>没有信号也能填写，联网后自动上传</p>}
        </header>
        <InstallHint />
        <div className={styles['card']}>
          {insecureNotice && (
            <p className={styles['reason']} role="status">
              {insecureNotice}
            </p>
          )}
          {shownReason && (
            <p className={styles['reason']} role="status">
              {shownReason}
            </p>
          )}
          <PhoneAccountList
            accounts={accounts}
            chosen={filledIn}
            isServerThere={isServerThere}
            onChoose={(chosen) => {
              afterTap.drop();
              setAccount(chosen);
              setPassword('');
              setErrors({});
              passwordInput.current?.focus();
            }}
          />
          <form className={styles['form']} onSubmit={(event) => void handleSubmit(event)} noValidate aria-label="登录">
            <Field label="账号" error={errors.account}>
              {(control) => (
                <input
                  {...control}
                  ref={accountInput}
                  className={controls['control']}
                  name="username"
                  value={account}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  onFocus={preload}
                  onChange={(event) => {
                    setAccount(event.target.value);
                    setErrors({ ...errors, account: undefined });
                  }}
                  onBlur={() => afterTap.run(() => setErrors((before) => ({ ...before, account: checkAccount() })))}
                />
              )}
            </Field>
            <Field label="密码" error={errors.password}>
              {(control) => (
                <PasswordInput
                  {...control}
                  ref={passwordInput}
                  name="password"
                  value={password}
                  autoComplete="current-password"
                  onFocus={preload}
                  onChange={(event) => {
                    setPassword(event.target.value);
                    setErrors({ ...errors, password: undefined });
                  }}
                  onBlur={() => afterTap.run(() => setErrors((before) => ({ ...before, password: checkPassword() })))}
                />
              )}
            </Field>
            <ActionButton tone="primary" size="large" type="submit" isBlock isPending={isPending}>
              {isUnlocking ? '离线解锁' : '登录'}
            </ActionButton>
            {errors.form !== undefined && (
              <p className={styles['error']} role="alert">
                <ExclamationCircleOutline aria-hidden />
                {errors.form}
              </p>
            )}
            {strandedNotice && (
              <p className={styles['notice']} role="status">
                {strandedNotice}
              </p>
            )}
            {notice !== undefined && (
              <p className={styles['notice']} role="status">
                {notice}
              </p>
            )}
          </form>
        </div>
        <p className={styles['help']}>忘记密码请联系本机构管理员重置</p>
      </div>
    </main>
  );
}
