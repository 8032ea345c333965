/** Characters of a provider's name that an id has at most. */
const LENGTH = 40

/** Gives out ids that are letters, digits and `_`, begin with a letter, and are numbered within a provider. */
export function createAgentIds(): (model: string) => string {
  const given = new Map<string, number>()
  return (model) => {
    const name = model
      .trim()
      .split('/')[0]!
      .replaceAll(/[^A-Za-z0-9_]/g, '_')
      .slice(0, LENGTH)
    const prefix = /^[A-Za-z]/.test(name) ? name : `agent_${name}`
    const number = (given.get(prefix) ?? 0) + 1
    given.set(prefix, number)
    return `${prefix}_${number}`
  }
}
