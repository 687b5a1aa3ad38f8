/** What an address without HTTPS cannot do. */
export const INSECURE_NOTICE =
  '这个地址没有使用 HTTPS：没有网络时打不开本系统，也不能离线解锁，途中的内容没有加密。可以登录和填写，但请保持联网，并请管理员提供 https:// 开头的地址。';
