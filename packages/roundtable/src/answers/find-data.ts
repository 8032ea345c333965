import { scanJson } from '@sweatpants/framework'

/**
 * Returns the first object or list in a text that `read` accepts, ignoring prose, code fences and other data around it. It is
 * the first, because a model that continues after its answer tends to answer for other speakers.
 */
export function findData<T>(text: string, read: (data: unknown) => T | undefined): T | undefined {
  for (const { value, isCut } of scanJson(text)) {
    const found = read(isCut ? withoutLast(value) : value)
    if (found !== undefined) return found
  }
  return undefined
}

/** Drops the last member, because truncation can change its value (85 into 8, “not now” into “not”), unless it is a long text or a list. */
function withoutLast(data: object): unknown {
  if (Array.isArray(data)) return data
  const members = Object.entries(data)
  const [name, value] = members.at(-1) ?? ['', undefined]
  return Array.isArray(value) || /^(reason|rational|summary)/i.test(name)
    ? data
    : Object.fromEntries(members.slice(0, -1))
}
