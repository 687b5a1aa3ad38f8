/** What an address without HTTPS cannot do. */
export const INSECURE_NOTICE =
  '这个地址没有使用 HTTPS：没有网络时打不开本系统，也不能离线解锁，途中的内容没有加密。可以登录和填写，但请保持联网，并请管理员提供 https:// 开头的地址。';

/** @param whose how many things wait on this phone under an account that does not open, such as 张三的 3 项 */
export const strandedNotice = (whose: string): string => `${whose}待上传内容仍在本机，不会删除。账号不能登录时，请管理员在本机登录，在“离线与同步”中导出。`;
