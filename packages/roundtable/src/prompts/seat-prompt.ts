import type { Mode } from '../modes/mode.ts'
import { type ContextRecord, isPending } from '../session/context-request.ts'
import { firstRoundOf, groupOf } from '../session/question.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import type { Round, Session } from '../session/session.ts'
import { statementFormat } from './answer-format.ts'
import { contextDigest, digest, heldText, providedContext, recall, type Teller } from './digest.ts'
import { createFence, type Fence } from './fence.ts'
import { roomOf } from './fit.ts'
import {
  attachmentsSection,
  createNames,
  findOwnGroup,
  formOf,
  introduction,
  isOnQuestion,
  type Prompt,
  personaSection,
  questionSection,
  roleSection,
  sections,
  topicSection,
} from './sections.ts'

interface SeatPromptInput {
  session: Session
  mode: Mode
  seat: Seat
  round: Round
  /** The statements of earlier groups in this round. */
  heard: readonly AgentResponse[]
  nonce: string
  /** The approximate size of the prompt. Topic, rules and format are always included. */
  promptTokens: number
  /** Whether the seat may use `request_context`. */
  canRequest: boolean
}

/** The prompt for a seat in a round. It does not depend on which seats of the same group have answered. */
export function seatPrompt(input: SeatPromptInput): Prompt {
  const { session, mode, seat, round, nonce, promptTokens, canRequest } = input
  const { before, heard, chapters } = recall(input)
  const asked = before.filter((said) => isOnQuestion(session, said))
  const hasSpoken = asked.some(({ agentId }) => agentId === seat.agentId)
  const ballot = hasSpoken || seat.role?.stance !== undefined ? undefined : ownBallot(input)
  const records = [...providedContext(session, round), ...(canRequest ? openRequests(session, round) : [])]
  const { topic, attachments, question, merger, seats } = session
  const texts = [topic, attachments, question, merger, seats, seat, round.focusQuestion, before, heard, records, ballot]
  const fence = createFence(nonce, texts)
  const teller: Teller = { fence, nameOf: createNames(session, mode) }
  const hasHeard = before.length + heard.length > 0

  const system = sections([
    introduction(session, mode, seat),
    fence.explain(),
    personaSection(seat, fence),
    roleSection(seat, fence),
    `Rules:\n${mode.rules.map((rule) => `- ${rule}`).join('\n')}`,
    statementFormat(formOf(session, seat), {
      hasHeard,
      hasSpoken: hasSpoken || ballot !== undefined,
      ranks: mode.ranks === true && hasHeard,
    }),
  ])
  const messageWith = (told: string, context: string): string =>
    sections([
      `Round ${round.number} of ${session.totalRounds}.`,
      topicSection(session, fence),
      round.focusQuestion !== undefined &&
        `In this round, look at this question:\n${fence.data('focus', round.focusQuestion)}`,
      questionSection(session, fence),
      attachmentsSection(session, fence),
      groupSection(session, seat, fence),
      told !== '' && `What was said so far:\n${told}`,
      mode.recall.statistics && statisticsSection(asked, session, fence),
      ballot !== undefined &&
        `What you held before you heard the others, which no other seat has seen:\n${fence.data('statement', ballot)}`,
      context !== '' && `What was asked, and what the caller found:\n${context}`,
      `Your task now: ${mode.instruct({ seat, round: round.number, totalRounds: session.totalRounds, hasHeard })}`,
      canRequest ? REQUESTS : NO_REQUESTS,
      'Then say it in the format that you were given, and in nothing else.',
    ])

  const room = roomOf(promptTokens) - system.length - messageWith(' ', ' ').length
  const wanted = digest(chapters, Number.POSITIVE_INFINITY, teller).length
  const context = contextDigest(records, Math.max(room / 2, room - wanted), teller)
  return { system, message: messageWith(digest(chapters, room - context.length, teller), context) }
}

const REQUESTS =
  'If you need a fact that only the caller can find, ask for it with request_context before you answer; its priority is required only if you cannot judge without it. The answer comes with the next round: give your own now as well as you can. fact_check looks a claim up in what this debate has cited and been given.'

const NO_REQUESTS = 'request_context cannot be used now: answer with what there is.'

function ownBallot({ session, seat }: SeatPromptInput): string | undefined {
  const ballots = session.rounds.flatMap((one) => one.ballots)
  const own = ballots.find(({ agentId, round }) => agentId === seat.agentId && round >= firstRoundOf(session))
  return own && heldText(own)
}

/** Those of earlier rounds only: within a round, the order of arrival would decide what others see. */
const openRequests = ({ contextRequests }: Session, { number }: Round): ContextRecord[] =>
  contextRequests.filter((record) => isPending(record) && record.round < number)

/** Statistics of the last round with a statement on the question. */
function statisticsSection(asked: readonly AgentResponse[], session: Session, fence: Fence): string | undefined {
  const last = asked.at(-1)?.round
  if (last === undefined) return undefined
  const statements = asked.filter((said) => said.round === last)
  return `Round ${last} in numbers:\n${fence.data('count', statisticsOf(statements, session))}`
}

/** The votes of a round, and the spread of their confidence. */
export function statisticsOf(
  statements: readonly AgentResponse[],
  { question, merger }: Pick<Session, 'question' | 'merger'>,
): string {
  if (question?.kind === 'estimate') return estimatesOf(statements)
  const held = Map.groupBy(statements, ({ answer, stance }) =>
    question?.kind === 'proposition'
      ? (stance ?? 'no stance')
      : ((answer && groupOf(merger, answer)?.label) ?? answer ?? 'no answer'),
  )
  const counts = [...held].toSorted(([a, those], [b, others]) => others.length - those.length || (a < b ? -1 : 1))
  const sure = statements.flatMap(({ confidence }) => confidence ?? []).toSorted((a, b) => a - b)
  return [
    ...counts.map(([what, those]) => `${those.length} of ${statements.length} hold “${what}”`),
    sure.length === 0
      ? 'no seat gave a confidence'
      : `confidence has a median of ${quantile(sure, 0.5)}; half of it lies between ${quantile(sure, 0.25)} and ${quantile(sure, 0.75)}`,
  ].join('\n')
}

/** The estimates of a round: their median, and the range of the middle half. */
function estimatesOf(statements: readonly AgentResponse[]): string {
  const values = statements.flatMap(({ estimate }) => estimate?.value ?? []).toSorted((a, b) => a - b)
  if (values.length === 0) return 'no seat gave a number'
  const [median, low, high] = [0.5, 0.25, 0.75].map((share) => quantile(values, share))
  return `${values.length} estimates have a median of ${median}; half of them lie between ${low} and ${high}, all between ${values[0]} and ${values.at(-1)}`
}

/** Tells a seat into which group its proposal was put, so that it can leave the group. */
function groupSection(session: Session, { agentId }: Seat, fence: Fence): string | undefined {
  const own = findOwnGroup(session, agentId)
  if (own === undefined) return undefined
  const { proposal, group } = own
  const why = group.reason === '' ? '' : `\nreason: ${group.reason}`
  return `Your own proposal, and the group that it was put into:\n${fence.data('proposal', `${proposal}\ngroup: ${group.label}${why}`)}`
}

/** A quantile of sorted numbers, with linear interpolation. */
function quantile(ordered: readonly number[], share: number): number {
  const place = (ordered.length - 1) * share
  const [low, high] = [ordered[Math.floor(place)]!, ordered[Math.ceil(place)]!]
  return Number((low + (high - low) * (place % 1)).toFixed(2))
}
