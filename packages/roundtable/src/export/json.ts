import { type JsonError, parseJson } from '@sweatpants/framework'
import { z } from 'zod'
import { RoundtableError } from '../errors.ts'
import { isPending } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'
import { showSession } from '../session/session-state.ts'
import { sessionSchema } from './session-schema.ts'

/** The version of the export; increase it with every change of the format. */
const FORMAT = 2

/** Exports a whole debate; `fromJson` reads it. */
export const toJson = (session: Session): string =>
  JSON.stringify({ format: FORMAT, session: showSession(session) }, null, 2)

const exported = z.object({ format: z.literal(FORMAT), session: sessionSchema })

/** The number of problems in an error message. */
const TOLD = 5

/** Reads a session that `toJson` wrote. Throws a `RoundtableError` that lists the problems of any other text. */
export function fromJson(text: string): Session {
  const { success, data, error } = exported.safeParse(parse(text))
  if (!success) throw invalid(error.issues.slice(0, TOLD).map(({ path, message }) => `${path.join('.')}: ${message}`))
  const contradiction = findContradiction(data.session)
  if (contradiction !== undefined) throw invalid([contradiction])
  return data.session
}

function parse(text: string): unknown {
  try {
    return parseJson(text, 'it')
  } catch (error) {
    throw invalid([(error as JsonError).message], error)
  }
}

const invalid = (problems: readonly string[], cause?: unknown): RoundtableError =>
  new RoundtableError('invalid', `expected a debate that was exported as JSON; ${problems.join('; ')}`, { cause })

/** Returns why a session is inconsistent although each part is valid, or `undefined`. */
function findContradiction(session: Session): string | undefined {
  const { id, seats, agentIds, replaced = [], rounds, responses, contextRequests, currentRound } = session
  const seated = new Set(agentIds)
  const known = new Set([...agentIds, ...replaced.map(({ agentId }) => agentId)])
  const numbers = new Set(rounds.map(({ number }) => number))
  const inRounds = rounds.flatMap(({ number, ballots, failures }) =>
    [...ballots, ...failures].map((one) => ({ ...one, isHere: one.round === number })),
  )
  const spoke = [...responses, ...inRounds]
  const waiting = session.status === 'completed' ? [] : contextRequests.filter(isPending)
  const rules: Record<string, boolean> = {
    'agentIds are not those of the seats': !isSame(
      agentIds,
      seats.map((seat) => seat.agentId),
    ),
    'two seats have the same agentId': seated.size < agentIds.length,
    'rounds are not numbered from 1 to currentRound':
      currentRound !== rounds.length || rounds.some(({ number }, i) => number !== i + 1),
    'an agent without a seat is asked': rounds.some((round) => round.agentIds.some((agentId) => !known.has(agentId))),
    'an agent without a seat speaks': [...spoke, ...contextRequests].some(({ agentId }) => !known.has(agentId)),
    'a seat speaks in a round that does not exist': spoke.some(({ round }) => !numbers.has(round)),
    'a ballot or a failure is of another round': inRounds.some(({ isHere }) => !isHere),
    'a seat answers twice in a round': hasTwice(responses.map(({ round, agentId }) => `${round} ${agentId}`)),
    'two context requests have the same id': hasTwice(contextRequests.map((request) => request.id)),
    'a context request is of another session': contextRequests.some(({ sessionId }) => sessionId !== id),
    'pendingContextRequests are not those that wait for an answer': !isSame(
      session.pendingContextRequests.map((request) => request.id),
      waiting.map((request) => request.id),
    ),
  }
  return Object.keys(rules).find((rule) => rules[rule])
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i])

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length
