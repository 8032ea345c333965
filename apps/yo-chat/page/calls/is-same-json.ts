/** Whether two JSON values are equal. The order of properties does not count. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const items = new Map(Object.entries(one))
  const others = Object.entries(other)
  return (
    items.size === others.length && others.every(([key, item]) => items.has(key) && isSameJson(items.get(key), item))
  )
}
