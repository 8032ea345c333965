import { EffectError, type ToolContext } from '@sweatpants/framework'
import { parsePerspectives } from '../answers/parse-perspectives.ts'
import { perspectivesPrompt } from '../prompts/perspectives-prompt.ts'
import type { Role } from '../session/seat.ts'
import { sampleWhole } from './sample-whole.ts'
import type { Table } from './table.ts'

/** Asks a model for the perspectives of the seats. If that fails, the mode's own perspectives stay. */
export function* generatePerspectives(ctx: ToolContext, table: Table) {
  const { session, mode, seats } = table
  const [first] = seats
  if (mode.usesPerspectives !== true || first === undefined) return
  try {
    const content = perspectivesPrompt(session.topic, seats.length, yield* ctx.uuid())
    const request = { key: first.agentId, messages: [{ role: 'user' as const, content }] }
    const { text, usage } = yield* sampleWhole(table.settings.answerTokens, (maxTokens) =>
      ctx.sample({ ...request, maxTokens }),
    )
    const parsed = parsePerspectives(text, seats.length)
    const roles = parsed.type === 'parsed' ? mode.assignRoles(seats.length, parsed.value) : []
    const entries = seats.flatMap(({ agentId }, i): [string, Role][] => (roles[i] ? [[agentId, roles[i]]] : []))
    yield* table.record(ctx, { type: 'roles_assign', roles: Object.fromEntries(entries), usage })
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    yield* ctx.log('warning', `the mode's own perspectives stay: ${error.message}`)
  }
}
