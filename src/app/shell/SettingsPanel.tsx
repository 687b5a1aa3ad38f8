import { useId } from 'react';
import { changeSetting } from '@/settings/settings-store.ts';
import { SLIDE_DIRECTIONS, TAG_THEMES, THEME_CHOICES } from '@/settings/themes.ts';
import { useSetting } from '@/settings/useSetting.ts';
import { useIsPhone } from '@/ui/browser/useIsNarrow.ts';
import { Switch } from '@/ui/controls/Switch.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import { toggleFullScreen } from './full-screen.ts';
import styles from './SettingsPanel.module.css';

export interface SettingsPanelProps {
  isOpen: boolean;
  isNarrow: boolean;
  onClose: () => void;
}

/** 界面设置: takes effect at once, and is kept on this device. */
export function SettingsPanel({ isOpen, isNarrow, onClose }: SettingsPanelProps) {
  const isPhone = useIsPhone();
  const theme = useSetting('theme');
  const tagbar = useSetting('tagbar');
  const tagTheme = useSetting('tagTheme');
  const slideDirection = useSetting('slideDirection');
  const fontScale = useSetting('fontScale');
  const fullScreen = useSetting('fullScreen');
  const autoNext = useSetting('autoNext');
  return (
    <Sheet isOpen={isOpen} title="界面设置" placement="side" onClose={onClose}>
      <div className={styles['settings']}>
        <Choice label="主题" value={theme} options={THEME_CHOICES} onChange={(id) => changeSetting('theme', id)} />
        <Switch label="大字" isOn={fontScale !== 1} onChange={(isOn) => changeSetting('fontScale', isOn ? 1.25 : 1)} />
        <Switch label="填写时自动跳到下一项" isOn={autoNext} onChange={(isOn) => changeSetting('autoNext', isOn)} />
        <Switch label="标签栏" isOn={tagbar} onChange={(isOn) => changeSetting('tagbar', isOn)} />
        {tagbar && !isPhone && <Choice label="标签样式" value={tagTheme} options={TAG_THEMES} onChange={(id) => changeSetting('tagTheme', id)} />}
        {!isNarrow && (
          <Choice label="菜单位置" value={slideDirection} options={SLIDE_DIRECTIONS} onChange={(id) => changeSetting('slideDirection', id)} />
        )}
        <Switch label="全屏" isOn={fullScreen} onChange={() => void toggleFullScreen()} />
      </div>
    </Sheet>
  );
}

interface ChoiceProps<Id extends string> {
  label: string;
  value: Id;
  options: readonly { id: Id; label: string }[];
  onChange: (id: Id) => void;
}

function Choice<Id extends string>({ label, value, options, onChange }: ChoiceProps<Id>) {
  const name = useId();
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      <div className={styles['options']}>
        {options.map((option) => (
          <label key={option.id}>
            <input type="radio" name={name} checked={option.id === value} onChange={() => onChange(option.id)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
