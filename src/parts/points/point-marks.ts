/** How heavily a check point weighs in official tables, in words. */
export const pointMarks = { veto: { sign: '★', label: '否决项' }, key: { sign: '☆', label: '重点项' } } as const;
