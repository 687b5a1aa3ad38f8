import { type ComponentProps, useState } from 'react';
import { EyeInvisibleOutline, EyeOutline } from '@/ui/basics/icons.tsx';
import controls from './control.module.css';
import styles from './PasswordInput.module.css';

/** A password, hidden until whoever types it wants to see it. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={styles['password']}>
      <input {...props} className={controls['control']} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" className={styles['eye']} onClick={() => setIsShown(!isShown)} aria-label="显示密码" aria-pressed={isShown}>
        {isShown ? <EyeOutline aria-hidden /> : <EyeInvisibleOutline aria-hidden />}
      </button>
    </div>
  );
}
