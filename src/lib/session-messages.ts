/** Lesson of other apps: who is asked for the password again has to know that nothing was lost. */
export const SESSION_ENDED = '登录已过期,数据已保存,请重新登录';
/** Where a form was open that is kept nowhere. */
export const SESSION_ENDED_IN_FORM = '登录已过期，请重新登录。打开的表单没有来得及保存，需要重新填写；其他数据已保存';
/** Where the phone refused to store something: it outlives the sign-in, but not the page. */
export const SESSION_ENDED_IN_MEMORY = '登录已过期，请重新登录。有内容未能存入本机，登录前请不要关闭或刷新页面，登录后会继续上传，没有提交的填写会恢复';
