/**
 * Whether two values of plain data, with sets of texts and maps by text among them in whatever order, hold the same; anything
 * else is the same only as the same object.
 */
export function isSameData(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const prototype: unknown = Object.getPrototypeOf(one);
  if (prototype !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Set) return one.size === (other as typeof one).size && [...one].every((value) => (other as typeof one).has(value));
  if (one instanceof Map) return isSameData(Object.fromEntries(one), Object.fromEntries(other as typeof one));
  if (prototype !== Object.prototype && prototype !== Array.prototype) return false;
  const [fields, others] = [Object.entries(one), Object.entries(other)];
  return fields.length === others.length && fields.every(([key, value]) => Object.hasOwn(other, key) && isSameData(value, (other as Record<string, unknown>)[key]));
}
