import type { Law } from '#contract/law.ts';
import { getReachability } from '@/offline/network/reachability.ts';
import { isLimitReached, keepLaws, removeLaws, rulesEndedBy } from '@/offline/reading/law-keeping.ts';
import { type HeldLaws, listHeldLaws, presenceOf } from '@/offline/reading/law-storage.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import type { MenuItem } from '@/ui/sheets/MenuButton.tsx';

/** Removes what did not come by itself of these laws, once the person agreed to what is lost. */
export async function removeIfAgreed(name: string, laws: readonly Law[]): Promise<void> {
  const ended = rulesEndedBy(laws);
  const noLonger = ended.all ? ['法规'] : ended.lawTypes.map((type) => type || '其他法规');
  const ending = noLonger.length > 0 ? `；以后新增的${noLonger.join('、')}不再保存原文` : '';
  const texts = isLimitReached(await listHeldLaws()) ? '超出自动保存范围的正文也会移除' : '正文仍可离线阅读';
  const isSure = await confirmDialog({ content: `移除后，${name}的原文要联网才能查看，${texts}${ending}。确定移除吗？`, confirmText: '移除', isDestructive: true });
  if (isSure) await removeLaws(laws);
}

/** As `removeIfAgreed`, but without a question where one tap brings all of it back. */
async function removeOneLaw(law: Law): Promise<void> {
  const ended = rulesEndedBy([law]);
  const comesBack = getReachability() === 'online' && !ended.all && ended.lawTypes.length === 0;
  await (comesBack ? removeLaws([law]) : removeIfAgreed(`《${law.title}》`, [law]));
}

/** What can be done with a law: its PDF, and its text where that did not come by itself. */
export function keepingItems(law: Law, held: HeldLaws, isDisabled: boolean): MenuItem[] {
  const presence = presenceOf(law, held);
  if (presence === 'kept') return law.hasPdf ? [{ label: '移除原文', isDisabled, onSelect: () => void removeOneLaw(law) }] : [];
  return [{ label: presence === 'textKept' ? '保存原文' : '保存离线', isDisabled, onSelect: () => void keepLaws([law]) }];
}
