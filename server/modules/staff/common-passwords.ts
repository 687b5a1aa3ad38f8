/** Passwords that satisfy the rule and that everybody tries first (ASVS 5.0, 6.2.4). */
const common = new Set(
  `1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1234qwer 12345qwert 123456qq 123456aa 123456abc 1234567a 12345678a 123456789a
  123456789q 1234abcd 123qweasd 123qweasdzxc 123qwe123 123abc123 a1234567 a12345678 a123456789 aa123456 aa12345678 aaa111aaa
  abc12345 abc123456 abc123abc abcd1234 abcd123456 admin123 admin1234 admin123456 admin888 asd12345 asd123456 asdf1234 asdfgh123
  g9l2d1fz hello123 iloveyou1 iloveyou2 letmein1 login123 money123 monkey123 p@ssw0rd passw0rd passw0rd1 password0 password1
  password12 password123 password1234 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123456 qazwsx123 qq123456 qq123456789 qqww1122 qwe12345
  qwe123456 qwe123qwe qweasd123 qwer1234 qwert123 qwert12345 qwerty12 qwerty123 qwerty1234 qwerty12345 root1234 super123 system123
  test1234 test12345 trustno1 user1234 w1234567 welcome1 welcome123 woaini123 woaini1314 woaini520 woaiwojia1 wang1234 x1234567
  z1234567 z12345678 zaq12wsx zhang123 zxc12345 zxc123456 zxcv1234 zxcvbnm1 zxcvbnm123`.split(/\s+/),
);

/** Whether a password is among those, or is nothing but the account. */
export const isCommonPassword = (password: string, account: string): boolean =>
  common.has(password) || password.toLowerCase() === account.toLowerCase();
