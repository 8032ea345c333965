import { addUsage, createMcpTool, type McpTool, noUsage, type Operation, type ToolContext } from '@sweatpants/framework'
import { parseSynthesis } from '../answers/parse-synthesis.ts'
import { findMode } from '../modes/index.ts'
import { createNames } from '../prompts/sections.ts'
import { synthesisPrompt } from '../prompts/synthesis-prompt.ts'
import type { Happening } from '../session/event.ts'
import { answersOf } from '../session/question.ts'
import { responsesOf, type Session, seatOf } from '../session/session.ts'
import type { ModelFailure } from '../session/synthesis.ts'
import { askModel } from './ask-model.ts'
import { findContradiction } from './find-contradiction.ts'
import type { DebateSettings } from './settings.ts'
import { record } from './table.ts'

/** The key of samples that go to the model of `session.synthesizer`. Ids of seats end with a number. */
export const SYNTHESIZER = 'synthesizer'

/** Models that are asked, one after another, until one has written a synthesis. */
const ATTEMPTS = 2

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
  const parse = (text: string) => parseSynthesis(text, speakers)
  const prompt = synthesisPrompt({ session, nonce: yield* ctx.uuid(), promptTokens })
  const failures: ModelFailure[] = []
  let spent = noUsage
  const authors = listAuthors(session)
  for (const author of authors) {
    const said = yield* askModel(ctx, { key: author, ...prompt, answerTokens, parse })
    spent = addUsage(spent, said.usage)
    if (said.type === 'failed') {
      failures.push({ model: modelOf(session, author), reason: said.reason })
      continue
    }
    const { model, cutAt } = said
    const { follows: _, ...written } = said.value
    // A caller can ask for a text also where it wanted none at the end.
    const [chosen] = authors[0] === SYNTHESIZER ? failures : []
    const contradiction = consensus && findContradiction(said.value, consensus, answersOf(session))
    const synthesis = {
      ...written,
      ...(contradiction !== undefined && { contradiction }),
      ...(cutAt !== undefined && { isCut: true }),
      ...(chosen !== undefined && { insteadOf: chosen }),
      model,
      round,
      usage: spent,
    }
    return { type: 'synthesis_write', synthesis }
  }
  const reason = [...new Set(failures.map((failure) => failure.reason))].join('; ')
  return { type: 'synthesis_fail', round, reason, usage: spent }
}

const modelOf = (session: Session, author: string): string =>
  author === SYNTHESIZER ? session.synthesizer! : seatOf(session, author).model

/** Returns the chosen model, then seats of the last round: not the one that spoke last, unless it is the only one. */
function listAuthors(session: Session): string[] {
  const { synthesizer, responses, agentIds } = session
  const chosen = synthesizer === undefined || synthesizer === 'none' ? [] : [SYNTHESIZER]
  const last = responses.at(-1)
  const heard = new Set(last && responsesOf(session, last.round).map(({ agentId }) => agentId))
  const seats = agentIds.filter((agentId) => heard.has(agentId) && modelOf(session, agentId) !== synthesizer)
  const others = seats.filter((agentId) => agentId !== last?.agentId)
  return [...chosen, ...(others.length === 0 ? seats : others)].slice(0, ATTEMPTS)
}
