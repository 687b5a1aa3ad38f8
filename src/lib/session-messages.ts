/** Lesson of other apps: who is asked for the password again has to know that nothing was lost. */
export const SESSION_ENDED = '登录已过期,数据已保存,请重新登录';
/** Where a form was open that is kept nowhere. */
export const SESSION_ENDED_IN_FORM = '登录已过期，请重新登录。打开的表单没有来得及保存，需要重新填写；其他数据已保存';
