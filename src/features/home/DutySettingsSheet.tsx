import { useState } from 'react';
import type { DutySetting } from '#contract/duty.ts';
import { dueMonthLabel, type DutyKey, dutyPlans, FREQUENCIES, type Frequency, frequencyLabel, isOftenEnough, isSameSetting, lastDueMonth } from '#contract/duty-plan.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useFirstRead } from '@/queries/client/useFirstRead.ts';
import { useOverwriting } from '@/queries/client/useOverwriting.ts';
import { readDutySettings, useChangeDutySettings, useDutySettings } from '@/queries/home-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import { Sheet } from '@/ui/sheets/Sheet.tsx';
import styles from './DutySettingsSheet.module.css';

const frequencyOptions = (duty: DutyKey) =>
  FREQUENCIES.filter((value) => isOftenEnough(duty, value)).map((value) => ({ value, label: frequencyLabel[value] }));
const monthOptions = (duty: DutyKey) =>
  Array.from({ length: lastDueMonth(duty) }, (_, index) => ({ value: String(index + 1), label: dueMonthLabel(index + 1) }));

const TITLE = '履职频次设置';

/** How often the institution asks for each duty, and until when a yearly one. */
export function DutySettingsSheet({ onClose }: { onClose: () => void }) {
  const settings = useDutySettings();
  const first = useFirstRead(settings);
  if (first !== undefined) return <SettingsForm settings={first} onClose={onClose} />;
  return (
    <Sheet isOpen title={TITLE} onClose={onClose}>
      <NotLoaded of={settings} rows={5} />
    </Sheet>
  );
}

function SettingsForm({ settings: first, onClose }: { settings: DutySetting[]; onClose: () => void }) {
  const change = useChangeDutySettings();
  /** As they were read last: somebody else may have changed them while the sheet is open. */
  const [settings, setSettings] = useState(first);
  const overwrite = useOverwriting(first, async () => {
    const now = await readDutySettings();
    setSettings(now);
    return now;
  });
  const [changed, setChanged] = useState<ReadonlyMap<DutySetting['duty'], DutySetting>>(new Map());

  const set = (setting: DutySetting, saved: DutySetting): void => {
    const next = new Map(changed).set(setting.duty, setting);
    if (isSameSetting(setting, saved)) next.delete(setting.duty);
    setChanged(next);
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (changed.size > 0) await overwrite((began) => change.mutateAsync({ duties: [...changed.values()], ...began }));
    else onClose();
    return changed.size > 0 ? '履职频次已保存' : undefined;
  };

  return (
    <FormSheet title={TITLE} hasInput={changed.size > 0} onSave={handleSave} onClose={onClose}>
      <p className={letters['quiet']}>法规要求每年至少一次全面自查、各科室每季度至少一次日常自查；本机构可以要求更多。</p>
      {settings.map((saved) => {
        const setting = changed.get(saved.duty) ?? saved;
        const { label } = dutyPlans[saved.duty];
        return (
          <div key={saved.duty} className={styles['duty']}>
            <Select
              label={label}
              value={setting.frequency}
              onChange={(frequency) => set({ ...setting, frequency: frequency as Frequency }, saved)}
              options={frequencyOptions(saved.duty)}
            />
            {setting.frequency === 'yearly' && (
              <Select
                label={`${label}截止`}
                value={String(setting.dueMonth)}
                onChange={(month) => set({ ...setting, dueMonth: Number(month) }, saved)}
                options={monthOptions(saved.duty)}
              />
            )}
          </div>
        );
      })}
    </FormSheet>
  );
}
