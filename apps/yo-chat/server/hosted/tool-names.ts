const MAX_NAME = 64

/** Names under which the tools of servers are offered. Each keeps the name that it was first given. */
export class ToolNames {
  readonly #reserved: ReadonlySet<string>
  /** By server, then by the server's own name for the tool. */
  readonly #given = new Map<string, Map<string, string>>()

  constructor(reserved: Iterable<string>) {
    this.#reserved = new Set(reserved)
  }

  /** The tool's own name; where that is taken, with the server's before it. */
  nameOf(serverId: string, serverName: string, toolName: string): string {
    const names = this.#given.get(serverId) ?? new Map<string, string>()
    this.#given.set(serverId, names)
    const known = names.get(toolName)
    if (known !== undefined) return known
    const name = this.#choose(serverName, toolName)
    names.set(toolName, name)
    return name
  }

  forget(serverId: string): void {
    this.#given.delete(serverId)
  }

  #choose(serverName: string, toolName: string): string {
    if (!this.#isTaken(toolName)) return toolName
    const prefix = serverName.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '') || 'server'
    const name = `${prefix}_${toolName}`.slice(0, MAX_NAME)
    if (!this.#isTaken(name)) return name
    for (let number = 2; ; number++) {
      const suffix = `_${number}`
      const numbered = `${name.slice(0, MAX_NAME - suffix.length)}${suffix}`
      if (!this.#isTaken(numbered)) return numbered
    }
  }

  #isTaken(name: string): boolean {
    return this.#reserved.has(name) || [...this.#given.values()].some((names) => [...names.values()].includes(name))
  }
}
