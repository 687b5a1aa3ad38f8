import { useState } from 'react';
import type { DutySetting } from '#contract/duty.ts';
import { dueMonthLabel, type DutyKey, dutyPlans, FREQUENCIES, type Frequency, frequencyLabel, isOftenEnough, lastDueMonth } from '#contract/duty-plan.ts';
import { FormSheet } from '@/parts/forms/FormSheet.tsx';
import { useChangeDutySettings, useDutySettings } from '@/queries/home-queries.ts';
import letters from '@/ui/basics/letters.module.css';
import { Select } from '@/ui/controls/Select.tsx';
import { NotLoaded } from '@/ui/lists/Loaded.tsx';
import styles from './DutySettingsSheet.module.css';

const frequencyOptions = (duty: DutyKey) =>
  FREQUENCIES.filter((value) => isOftenEnough(duty, value)).map((value) => ({ value, label: frequencyLabel[value] }));
const monthOptions = (duty: DutyKey) =>
  Array.from({ length: lastDueMonth(duty) }, (_, index) => ({ value: String(index + 1), label: dueMonthLabel(index + 1) }));

/** Only a yearly duty has a month that counts. */
const isSame = (one: DutySetting, other: DutySetting): boolean =>
  one.frequency === other.frequency && (one.frequency !== 'yearly' || one.dueMonth === other.dueMonth);

/** How often the institution asks for each duty, and until when a yearly one. */
export function DutySettingsSheet({ onClose }: { onClose: () => void }) {
  const settings = useDutySettings();
  const change = useChangeDutySettings();
  const [changed, setChanged] = useState<ReadonlyMap<DutySetting['duty'], DutySetting>>(new Map());

  const set = (setting: DutySetting, saved: DutySetting): void => {
    const next = new Map(changed).set(setting.duty, setting);
    if (isSame(setting, saved)) next.delete(setting.duty);
    setChanged(next);
  };
  const handleSave = async (): Promise<string | undefined> => {
    if (changed.size > 0) await change.mutateAsync([...changed.values()]);
    else onClose();
    return changed.size > 0 ? '履职频次已保存' : undefined;
  };

  return (
    <FormSheet title="履职频次设置" hasInput={changed.size > 0} canSave={settings.data !== undefined} onSave={handleSave} onClose={onClose}>
      <p className={letters['quiet']}>法规要求每年至少一次全面自查、各科室每季度至少一次日常自查；本机构可以要求更多。</p>
      {settings.data ? (
        settings.data.map((saved) => {
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
        })
      ) : (
        <NotLoaded of={settings} rows={5} />
      )}
    </FormSheet>
  );
}
