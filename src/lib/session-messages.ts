/** Lesson of other apps: who is asked for the password again has to know that nothing was lost. */
export const SESSION_ENDED = '登录已过期,数据已保存,请重新登录';

/** What becomes of what is on the screen: `form` is open and kept nowhere; `inMemory` the phone refused to store, and it outlives the sign-in, but not the page. */
export type AtStake = 'nothing' | 'form' | 'inMemory';

const atStakeWords: Readonly<Record<AtStake, string>> = {
  nothing: '数据已保存在本机',
  form: '打开的表单没有来得及保存，需要重新填写；其他数据已保存',
  inMemory: '有内容未能存入本机，登录前请不要关闭或刷新页面，登录后会继续上传，没有提交的填写会恢复',
};

/** @param why what the server said of the end, where that is more than that it is over */
export function sessionEndWords(why: string | undefined, atStake: AtStake): string {
  if (why === undefined && atStake === 'nothing') return SESSION_ENDED;
  return `${why ?? '登录已过期，请重新登录'}。${atStakeWords[atStake]}`;
}
