import { useState } from 'react';
import { DECLARATION_TYPES } from '#contract/declaration-type.ts';
import type { DeclarationStatistics } from '#contract/statistics.ts';
import card from '@/ui/basics/card.module.css';
import { StatusTag } from '@/ui/basics/StatusTag.tsx';
import { Select } from '@/ui/controls/Select.tsx';
import cards from './CheckStatistics.module.css';
import styles from './MissingDeclarations.module.css';

/** Which departments have declared nothing for this year: of any type, or of a chosen one. */
export function MissingDeclarations({ figures }: { figures: DeclarationStatistics }) {
  const [type, setType] = useState('');
  const { year, withoutAny, without } = figures;
  const missing = type === '' ? withoutAny : (without[Number(type)]?.departments ?? []);
  return (
    <section className={`${card['card']} ${cards['card']}`} aria-labelledby="stat-missing">
      <div className={styles['head']}>
        <h2 id="stat-missing">
          {year}年未申报{type !== '' && DECLARATION_TYPES[Number(type)]}的科室（{missing.length}）
        </h2>
        <div data-off-paper>
          <Select
            isLabelSpoken
            label="申报类型"
            value={type}
            onChange={setType}
            emptyLabel="任何类型"
            options={DECLARATION_TYPES.map((label, value) => ({ value: String(value), label }))}
          />
        </div>
      </div>
      {missing.length === 0 ? (
        <p>
          <StatusTag tone="qualified">{type === '' ? '各科室今年都有申报' : `各科室今年都有${DECLARATION_TYPES[Number(type)] ?? ''}`}</StatusTag>
        </p>
      ) : (
        <ul className={styles['depts']} aria-label="未申报的科室">
          {missing.map((dept) => (
            <li key={dept.deptId}>{dept.deptName}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
