import type { Law } from '#contract/law.ts';
import { getReachability } from '@/offline/network/reachability.ts';
import { removeLaws, rulesEndedBy } from '@/offline/reading/law-keeping.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';

/** Removes what the person keeps of these laws, once they agreed to what they lose. */
export async function removeIfAgreed(name: string, laws: readonly Law[]): Promise<void> {
  const ended = rulesEndedBy(laws);
  const noLonger = ended.all ? ['法规'] : ended.lawTypes.map((type) => type || '其他法规');
  const ending = noLonger.length > 0 ? `，并且不再自动保存新增的${noLonger.join('、')}` : '';
  const isSure = await confirmDialog({ content: `移除后，${name}要联网才能阅读和检索${ending}。确定移除吗？`, confirmText: '移除', isDestructive: true });
  if (isSure) await removeLaws(laws);
}

/** As `removeIfAgreed`, but without a question where one tap brings all of it back. */
export async function removeOneLaw(law: Law): Promise<void> {
  const ended = rulesEndedBy([law]);
  const comesBack = getReachability() === 'online' && !ended.all && ended.lawTypes.length === 0;
  await (comesBack ? removeLaws([law]) : removeIfAgreed(`《${law.title}》`, [law]));
}
