import { type Service, serviceLabel, SERVICES } from '#contract/institution-profile.ts';
import { toggled } from '@/lib/toggled.ts';
import { Checkbox } from '@/ui/controls/Checkbox.tsx';
import styles from './InstitutionPage.module.css';

interface ServicesFieldProps {
  chosen: ReadonlySet<Service>;
  onChange: (chosen: ReadonlySet<Service>) => void;
}

/** What the institution offers; each decides over check points. */
export function ServicesField({ chosen, onChange }: ServicesFieldProps) {
  return (
    <div className={styles['part']}>
      <p className={styles['hint']}>勾选本机构开展的服务，没有开展的，相关要点不再列入自查。</p>
      <div className={styles['choices']}>
        {SERVICES.map((service) => (
          <Checkbox key={service} label={serviceLabel[service]} isChecked={chosen.has(service)} onChange={() => onChange(toggled(chosen, service))} />
        ))}
      </div>
    </div>
  );
}
