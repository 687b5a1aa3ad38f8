/** The two roles of the specification's section 6. */
export const ROLES = ['admin', 'user'] as const;
export type Role = (typeof ROLES)[number];

/** Who may use a call: `open` needs no session, `user` any session, `admin` an administrator's. */
export type Access = 'open' | 'user' | 'admin';

/** Only `isAdmin` decides (specification section 6); `roleId` is kept for the record. */
export const roleOf = (user: { isAdmin: number }): Role => (user.isAdmin === 1 ? 'admin' : 'user');

export const mayUse = (access: Access, role: Role | undefined): boolean =>
  access === 'open' || role === 'admin' || (role === 'user' && access === 'user');
