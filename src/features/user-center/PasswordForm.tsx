import type { FormEvent } from 'react';
import { knownPassword, rules } from '#contract/rules.ts';
import { sentenceOf } from '@/lib/text/error-sentence.ts';
import { isAnswerLost } from '@/queries/client/lost-answer.ts';
import { fieldErrorsOf } from '@/queries/client/field-errors.ts';
import { useChangePassword } from '@/queries/session-queries.ts';
import { ActionButton } from '@/ui/basics/ActionButton.tsx';
import { notify } from '@/ui/basics/notify.ts';
import stack from '@/ui/basics/stack.module.css';
import { Field } from '@/ui/controls/Field.tsx';
import { FormProblem } from '@/ui/controls/FormProblem.tsx';
import { PasswordInput } from '@/ui/controls/PasswordInput.tsx';
import { useFields } from '@/ui/controls/useFields.ts';
import { useFormProblem } from '@/ui/controls/useFormProblem.ts';
import styles from './PasswordForm.module.css';

const empty = { oldPwd: '', pwd: '', again: '' };

export interface PasswordFormProps {
  account: string;
  /** What was typed stays, and can be sent later. */
  isOffline?: boolean;
  onChanged?: () => void;
}

/** New password of one's own account. */
export function PasswordForm({ account, isOffline = false, onChanged }: PasswordFormProps) {
  const change = useChangePassword();
  const [problem, setProblem] = useFormProblem();
  const form = useFields<keyof typeof empty>(
    {
      oldPwd: { maxLength: 128, isRequired: true, rule: knownPassword },
      pwd: { isRequired: true, rule: rules.strongPassword },
      again: { isRequired: true, check: (text, values) => (text === values['pwd'] ? undefined : '两次输入的密码不一致') },
    },
    empty,
  );

  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setProblem(undefined);
    if (!form.checkAll()) return;
    try {
      await change.mutateAsync({ account, oldPwd: form.values.oldPwd, pwd: form.values.pwd });
      form.reset();
      notify('密码已修改', 'success');
      onChanged?.();
    } catch (error) {
      if (isAnswerLost(error)) {
        setProblem('没有收到结果，密码可能已经修改。请再提交一次。');
        return;
      }
      const details = fieldErrorsOf(error);
      const others = form.setErrors(details);
      if (details.length === 0 || others.length > 0) setProblem(others[0] ?? sentenceOf(error, '密码没有修改，请重试'));
    }
  };

  const field = (name: keyof typeof empty, label: string, autoComplete: 'current-password' | 'new-password', hint?: string) => {
    const { value, error, onChange, onBlur } = form.bind(name);
    return (
      <Field label={label} error={error} hint={hint} isRequired>
        {(control) => (
          <PasswordInput {...control} autoComplete={autoComplete} value={value} onChange={(event) => onChange(event.target.value)} onBlur={onBlur} />
        )}
      </Field>
    );
  };

  return (
    <form className={stack['parts']} onSubmit={(event) => void handleSubmit(event)} noValidate aria-label="修改密码">
      {/* For password managers, which would otherwise save the password under another name. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      {field('oldPwd', '原密码', 'current-password')}
      {field('pwd', '新密码', 'new-password', '8-16 位，须同时含有字母和数字')}
      {field('again', '确认新密码', 'new-password')}
      <FormProblem>{problem}</FormProblem>
      {isOffline && <p className={styles['note']}>当前没有网络，联网后可以修改密码。</p>}
      <ActionButton tone="primary" type="submit" isPending={change.isPending} isDisabled={isOffline}>
        修改密码
      </ActionButton>
    </form>
  );
}
