import { rules } from '#contract/rules.ts';

/** What people here try first and an international list does not know. */
const LOCAL = `aa12345678 aaa111aaa admin1234 admin123456 g9l2d1fz login123 qqww1122 qwe12345 root1234 system123 test12345 user1234 woaini123
  woaini1314 woaini520 woaiwojia1 wang1234 x1234567 z12345678 zhang123`.split(/\s+/);

/** With some digits around them, the first guesses for this system (ASVS 5.0, 6.2.11): what it is, where it is used, by whom. */
const CONTEXT = new Set('zyzc zicha zhiye yifazhiye zhiyezicha hospital clinic yiyuan zhensuo weijian weijianwei weisheng yisheng hushi doctor nurse admin'.split(' '));

/** Shorter accounts occur in passwords by chance. */
const MIN_ACCOUNT_LENGTH = 4;

let loading: Promise<Set<string>> | undefined;

/** Loaded when the first password is set: 49,000 words are not kept by a server that sets none. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'].filter(rules.strongPassword.test), ...LOCAL]);
}

/**
 * Whether a new password is one that others try first (ASVS 5.0, 6.2.4, 6.2.11, 6.2.12), in whatever case: a leaked one,
 * a word of this system with digits, or one that holds the account.
 */
export async function commonPasswordCheck(): Promise<(password: string, account: string) => boolean> {
  const common = await (loading ??= loadCommonPasswords());
  return (password, account) => {
    const lower = password.toLowerCase();
    const holdsAccount = account.length >= MIN_ACCOUNT_LENGTH && lower.includes(account.toLowerCase());
    return common.has(lower) || holdsAccount || CONTEXT.has(lower.replaceAll(/[^a-z]/g, ''));
  };
}
