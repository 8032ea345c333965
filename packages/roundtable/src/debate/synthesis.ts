import {
  addUsage,
  createMcpTool,
  EffectError,
  type McpTool,
  noUsage,
  type Operation,
  type ToolContext,
} from '@sweatpants/framework'
import { parseSynthesis } from '../answers/parse-synthesis.ts'
import { findContradiction } from '../consensus/find-contradiction.ts'
import { findMode } from '../modes/index.ts'
import { createNames, type Prompt } from '../prompts/sections.ts'
import { synthesisPrompt } from '../prompts/synthesis-prompt.ts'
import type { Happening } from '../session/event.ts'
import { responsesOf, type Session } from '../session/session.ts'
import type { DebateSettings } from './settings.ts'
import { record } from './table.ts'

/** The key of samples that go to the model of `session.synthesizer`. Ids of seats end with a number. */
export const SYNTHESIZER = 'synthesizer'

/** Seats whose models are asked, one after another, until one has written a synthesis. */
const ATTEMPTS = 2

/** A text that was cut is requested once more with so many times the tokens. */
const MORE_TOKENS = 4

/** Creates the tool in which a model writes up a debate at the request of a caller. */
export function createSynthesis(session: Session, settings: DebateSettings): McpTool {
  return createMcpTool('roundtable_synthesis')
    .version('1')
    .execute(function* (_, ctx) {
      yield* record(ctx, yield* writeSynthesis(ctx, session, settings))
    })
    .build()
}

/** Has a model write up the session. A failure is a happening too: the vote stands without it. */
export function* writeSynthesis(
  ctx: ToolContext,
  session: Session,
  { promptTokens, answerTokens }: DebateSettings,
): Operation<Happening<'synthesis_write' | 'synthesis_fail'>> {
  const { currentRound: round, consensus } = session
  const nameOf = createNames(session, findMode(session.mode))
  const speakers = Object.fromEntries(session.agentIds.map((id) => [nameOf(id), id]))
  const prompt = synthesisPrompt({ session, nonce: yield* ctx.uuid(), promptTokens })
  let spent = noUsage
  let reason = 'no seat has answered'
  for (const author of listAuthors(session)) {
    try {
      const { text, model, usage, stopReason } = yield* ask(ctx, author, prompt, answerTokens)
      spent = addUsage(spent, usage)
      const parsed = parseSynthesis(text, speakers)
      if (parsed.type === 'parsed') {
        const { follows: _, ...written } = parsed.value
        const contradiction = consensus && findContradiction(parsed.value, consensus)
        const synthesis = {
          ...written,
          ...(contradiction !== undefined && { contradiction }),
          ...(stopReason === 'maxTokens' && { isCut: true }),
          model,
          round,
          usage: spent,
        }
        return { type: 'synthesis_write', synthesis }
      }
      reason = parsed.problem
    } catch (error) {
      if (!(error instanceof EffectError)) throw error
      reason = error.failure.message
    }
  }
  return { type: 'synthesis_fail', round, reason, usage: spent }
}

/** Asks a model, and once more with more tokens if its text was cut. If it then fails, the cut text counts. */
function* ask(ctx: ToolContext, author: string, { system, message }: Prompt, answerTokens: number) {
  const request = { key: author, messages: [{ role: 'user' as const, content: message }], systemPrompt: system }
  const first = yield* ctx.sample({ ...request, maxTokens: answerTokens })
  if (first.stopReason !== 'maxTokens') return first
  try {
    const again = yield* ctx.sample({ ...request, maxTokens: answerTokens * MORE_TOKENS })
    return { ...again, usage: addUsage(first.usage, again.usage) }
  } catch (error) {
    if (!(error instanceof EffectError)) throw error
    return first
  }
}

/** The chosen model, or seats of the last round: not the one that spoke last, unless it is the only one. */
function listAuthors(session: Session): string[] {
  const { synthesizer, responses, agentIds } = session
  if (synthesizer !== undefined && synthesizer !== 'none') return [SYNTHESIZER]
  const last = responses.at(-1)
  const heard = new Set(last && responsesOf(session, last.round).map(({ agentId }) => agentId))
  const others = agentIds.filter((agentId) => heard.has(agentId) && agentId !== last?.agentId)
  return others.length === 0 && last !== undefined ? [last.agentId] : others.slice(0, ATTEMPTS)
}
