/** Takes a field by one of its names, in whatever case or with whatever underscores the model wrote them. */
export type Fields = (...names: string[]) => unknown

export function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const byName = new Map(Object.entries(value).map(([name, field]) => [fold(name), field]))
  return (...names) =>
    names.map((name) => byName.get(fold(name))).find((field) => field !== undefined && field !== null)
}

const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
