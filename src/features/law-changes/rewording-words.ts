import type { Basis, WordedPoint } from '#contract/check-point.ts';
import type { Rewording, RewordingDecisionKind } from '#contract/rewording.ts';
import { articleLabel } from '@/lib/text/article-label.ts';
import { pointMarks } from '@/parts/points/point-marks.ts';

export const rewordingLabel: Record<RewordingDecisionKind, string> = { adopt: '沿用国家新文本', keep: '保留本机构文本' };

interface PointField {
  label: string;
  text: string;
}

/** Whatever a point says, field by field, for comparing; of an own point without what it cannot have. */
function fieldsOf(point: WordedPoint, isNational: boolean): PointField[] {
  const { content, expected, method, basis, furtherBases = [], liability, mark, weight = 1 } = point;
  const fields = [
    { label: '检查要点', text: content },
    { label: '检查标准', text: expected },
    { label: '检查方法', text: method },
    { label: '依据', text: citation(basis) },
  ];
  if (!isNational) return fields;
  return [
    ...fields,
    { label: '其他依据', text: furtherBases.map(citation).join('\n') },
    { label: '法律责任', text: liability === undefined ? '' : citation(liability) },
    { label: '权重', text: [String(weight), mark === undefined ? '' : pointMarks[mark].label].filter((word) => word !== '').join('，') },
  ];
}

const citation = ({ law, article, gist }: Basis): string => [`《${law}》${articleLabel(article)}`, gist].filter((line) => line !== '').join('：');

/** Fields in which the two differ, each with both texts. */
export function differingFields({ own, national, isNational }: Rewording): { label: string; own: string; national: string }[] {
  const theirs = fieldsOf(national, isNational);
  return fieldsOf(own, isNational).flatMap(({ label, text }, index) => {
    const other = theirs[index]?.text ?? '';
    return text === other ? [] : [{ label, own: text, national: other }];
  });
}
