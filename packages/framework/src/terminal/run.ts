import type { Elicits } from '../tools/elicit.ts'
import { toLabel } from '../tools/flat-form.ts'
import type { Schema } from '../tools/schema.ts'
import type { McpTool } from '../tools/tool.ts'
import type { TerminalPeerOptions } from './peer.ts'
import { playInTerminal } from './play.ts'

/**
 * Runs a tool at a terminal, prints how it ended and resolves to the exit code: 0, 1 when it failed, 130 when it was cancelled.
 * Ctrl-C cancels the run, so that its `finally` runs; a second one ends the process.
 *
 * ```ts
 * using terminal = openTerminal()
 * process.exitCode = await runInTerminal(greet, { name: 'Ada' }, { terminal })
 * ```
 */
export async function runInTerminal<T>(
  tool: McpTool<string, Schema, Elicits, T>,
  params: unknown,
  options: TerminalPeerOptions,
): Promise<number> {
  const { terminal, sample } = options
  const interrupt = new AbortController()
  const onInterrupt = () => interrupt.abort()
  process.once('SIGINT', onInterrupt)
  try {
    const result = await playInTerminal(tool, params, {
      ...options,
      can: { elicitation: true, url: true, sampling: sample !== undefined, roots: false, tasks: false },
      signal: interrupt.signal,
    })
    switch (result.type) {
      case 'completed':
        terminal.print(`\n${toReadable(result.value)}`)
        return 0
      case 'failed':
        terminal.print(`\n${tool.name} failed: ${result.error.message}`)
        return 1
      case 'cancelled':
        terminal.print('\nCancelled.')
        return 130
    }
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

/** A result as a person reads it: text as it is, an object as one line for each field. */
export function toReadable(value: unknown): string {
  if (value === undefined || value === null) return 'Done.'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map((item) => `- ${toInline(item)}`).join('\n') || 'Nothing.'
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .map(([key, field]) => `${toLabel(key)}: ${toInline(field)}`)
    .join('\n')
}

function toInline(value: unknown): string {
  if (typeof value === 'string') return value.includes('\n') ? `\n${value}` : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return JSON.stringify(value)
}
