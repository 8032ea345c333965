import type { Capabilities } from '../../tools/journal.ts'

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** The capabilities that a client declares: for a session in 2025, with each request in 2026. */
export interface ClientCapabilities {
  elicitation?: { form?: object; url?: object }
  sampling?: { tools?: object; context?: object }
  roots?: { listChanged?: boolean }
  extensions?: Record<string, object>
}

/** A bare `elicitation: {}` means forms; `{ url: {} }` alone does not. */
export const canElicit = ({ elicitation }: ClientCapabilities): boolean =>
  elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)

/**
 * Whether a client can be asked a question: with a form, or to open a page.
 */
export const canAnswer = (client: ClientCapabilities, { url }: { url?: unknown }): boolean =>
  url === undefined ? canElicit(client) : client.elicitation?.url !== undefined

export const canSample = ({ sampling }: ClientCapabilities, withTools: boolean): boolean =>
  sampling !== undefined && (!withTools || sampling.tools !== undefined)

export const canRunTasks = ({ extensions }: ClientCapabilities): boolean => extensions?.[TASKS_EXTENSION] !== undefined

/** Returns what a client declares without tasks: its call stays a call. */
export function withoutTasks({ extensions, ...client }: ClientCapabilities): ClientCapabilities {
  const { [TASKS_EXTENSION]: _, ...others } = extensions ?? {}
  return { ...client, extensions: others }
}

/** Returns the capabilities that a tool sees as `ctx.can`. */
export const toCan = (client: ClientCapabilities, hasModel: boolean): Capabilities => ({
  elicitation: canElicit(client),
  ...(client.elicitation?.url !== undefined && { url: true }),
  sampling: hasModel || canSample(client, false),
  roots: client.roots !== undefined,
  tasks: canRunTasks(client),
})
