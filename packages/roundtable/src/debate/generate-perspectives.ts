import type { ToolContext } from '@sweatpants/framework'
import { parsePerspectives } from '../answers/parse-perspectives.ts'
import { perspectivesPrompt } from '../prompts/perspectives-prompt.ts'
import type { Role } from '../session/seat.ts'
import { askModel } from './ask-model.ts'
import type { Table } from './table.ts'

/** Asks a model for the perspectives of the seats. If that fails, the mode's own perspectives stay. */
export function* generatePerspectives(ctx: ToolContext, table: Table) {
  const { session, mode, seats } = table
  const { answerTokens } = table.settings
  const [first] = seats
  if (mode.usesPerspectives !== true || first === undefined) return
  const message = perspectivesPrompt(session.topic, seats.length, yield* ctx.uuid())
  const parse = (text: string) => parsePerspectives(text, seats.length)
  const said = yield* askModel(ctx, { key: first.agentId, message, answerTokens, parse })
  if (said.type === 'failed') yield* ctx.log('warning', `the mode's own perspectives stay: ${said.reason}`)
  const roles = said.type === 'answered' ? mode.assignRoles(seats.length, said.value) : []
  const entries = seats.flatMap(({ agentId }, i): [string, Role][] => (roles[i] ? [[agentId, roles[i]]] : []))
  yield* table.record(ctx, { type: 'roles_assign', roles: Object.fromEntries(entries), usage: said.usage })
}
