/** The set with the value, or without it where it had it. */
export function toggled<Value>(set: ReadonlySet<Value>, value: Value): Set<Value> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
