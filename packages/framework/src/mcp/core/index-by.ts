import { ToolDefinitionError } from '../../tools/errors.ts'

/** Returns items by name. Throws a `ToolDefinitionError` for two of one name; `what` says so, as in `prompts are named`. */
export function indexBy<T>(items: readonly T[], toName: (item: T) => string, what: string): Map<string, T> {
  const byName = new Map<string, T>()
  for (const item of items) {
    const name = toName(item)
    if (byName.has(name)) throw new ToolDefinitionError(`two ${what} "${name}"`)
    byName.set(name, item)
  }
  return byName
}
