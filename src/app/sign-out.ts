import { within } from '@/lib/within.ts';
import { openOutbox } from '@/offline/entries/outbox.ts';
import { getReachability } from '@/offline/network/reachability.ts';
import { forgetReadData } from '@/offline/people/forget-account.ts';
import { canPark, forgetUnlock, parkSession } from '@/offline/people/phone-accounts.ts';
import { countInMemory } from '@/offline/storage/in-memory.ts';
import { signOutOnServer } from '@/queries/session-calls.ts';
import { clearSession, getStoredSession, getUser } from '@/session/session-store.ts';
import { confirmDialog } from '@/ui/sheets/confirm-dialog.tsx';
import { noteDeparture } from './departure.ts';

/**
 * The person leaves this device: cookie, roles and user are cleared, and with them router and tabs; what was read goes,
 * what was entered stays for the account. Works without a network.
 */
export async function signOut(): Promise<void> {
  const { waiting, notSaved } = await countEntries();
  const facts = [
    waiting > 0 ? `还有 ${waiting} 项内容未送达服务器。退出后它们仍保存在本机，但要等您再次登录本账号才会继续上传。` : '',
    ...lossesOf(notSaved),
    getReachability() === 'offline' ? '当前离线，退出后要联网才能再次登录；只是换人使用，请选“切换账号”。' : '',
  ].filter((fact) => fact !== '');
  if (facts.length > 0 && !(await confirmDialog({ content: `${facts.join('')}确定退出吗？`, confirmText: '仍要退出' }))) return;
  const session = getStoredSession();
  const account = getUser()?.employeeId;
  noteDeparture({ kind: 'left' });
  clearSession();
  if (session) {
    void signOutOnServer(session.renewal);
    await forgetUnlock(session);
  }
  if (account !== undefined) await forgetReadData(account);
}

/** Longer would be felt; who waits for a phone that does not store has to leave all the same. */
const PARK_LIMIT_MS = 3000;

/**
 * Hands the phone to a colleague: the account stays on it with all that it read and entered, and opens again by its
 * password, without a network too.
 */
export async function switchAccount(): Promise<void> {
  const { notSaved } = await countEntries();
  const account = getUser()?.employeeId;
  const isLockedOut = getReachability() === 'offline' && !(account !== undefined && (await canPark(account)));
  const facts = [...lossesOf(notSaved), ...(isLockedOut ? ['当前离线，本账号在这台设备上不能离线解锁，切换后要联网才能再次登录。'] : [])];
  if (facts.length > 0 && !(await confirmDialog({ content: `${facts.join('')}确定切换吗？`, confirmText: '仍要切换' }))) return;
  // Not before the question: it may have been renewed meanwhile, and the pair of before would end all that came of it.
  const session = getStoredSession();
  if (session) {
    const isParked = await within(parkSession(session), PARK_LIMIT_MS);
    // Nobody holds its tokens any more.
    if (!isParked) void signOutOnServer(session.renewal);
  }
  noteDeparture({ kind: 'left' });
  clearSession();
}

async function countEntries(): Promise<{ waiting: number; notSaved: number }> {
  const account = getUser()?.employeeId;
  if (account === undefined) return { waiting: 0, notSaved: 0 };
  const { total, notSaved } = (await openOutbox(account)).counts();
  return { waiting: total - notSaved, notSaved: countInMemory() };
}

const lossesOf = (notSaved: number): string[] => (notSaved > 0 ? [`有 ${notSaved} 项未能存入本机，关闭页面就会丢失。`] : []);
