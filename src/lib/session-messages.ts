/** Lesson of other apps: who is asked for the password again has to know that nothing was lost. */
export const SESSION_ENDED = '登录已过期,数据已保存,请重新登录';
