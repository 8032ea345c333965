import type { Mode } from '../modes/mode.ts'
import { type ContextRecord, isPending } from '../session/context-request.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import type { Round, Session } from '../session/session.ts'
import { statementFormat } from './answer-format.ts'
import { contextDigest, providedContext } from './context-digest.ts'
import { digest, type Teller } from './digest.ts'
import { createFence } from './fence.ts'
import { roomOf } from './fit.ts'
import type { Prompt } from './prompt.ts'
import { recall } from './recall.ts'
import { answersSection, introduction, personaSection, roleSection, sections, topicSection } from './sections.ts'
import { createNames } from './speaker.ts'
import { heldText } from './statement-text.ts'
import { statisticsSection } from './statistics.ts'

export interface SeatPromptInput {
  session: Session
  mode: Mode
  seat: Seat
  round: Round
  /** What earlier groups said in this round. */
  heard: readonly AgentResponse[]
  nonce: string
  /** How much the prompt may hold, about. Topic, rules and format are there in any case. */
  promptTokens: number
  /** Whether `request_context` may be used. */
  canRequest: boolean
}

/** What a seat is told and asked in a round: the same, whoever else has answered meanwhile. */
export function seatPrompt(input: SeatPromptInput): Prompt {
  const { session, mode, seat, round, nonce, promptTokens, canRequest } = input
  const { before, heard, chapters } = recall(input)
  const hasSpoken = before.some(({ agentId }) => agentId === seat.agentId)
  const ballot = hasSpoken || seat.role?.stance !== undefined ? undefined : ownBallot(input)
  const records = [...providedContext(session, round), ...(canRequest ? openRequests(session, round) : [])]
  const { topic, answers, seats } = session
  const fence = createFence(nonce, [topic, answers, seats, seat, round.focusQuestion, before, heard, records, ballot])
  const teller: Teller = { fence, nameOf: createNames(session, mode) }
  const hasHeard = before.length + heard.length > 0

  const system = sections([
    introduction(session, mode, seat),
    fence.explain(),
    personaSection(seat, fence),
    roleSection(seat, fence),
    `Rules:\n${mode.rules.map((rule) => `- ${rule}`).join('\n')}`,
    statementFormat({
      hasAnswers: session.answers.length > 0,
      hasHeard,
      hasSpoken: hasSpoken || ballot !== undefined,
    }),
  ])
  const messageWith = (told: string, context: string): string =>
    sections([
      `Round ${round.number} of ${session.totalRounds}.`,
      topicSection(session, fence),
      round.focusQuestion !== undefined &&
        `In this round, look at this question:\n${fence.data('focus', round.focusQuestion)}`,
      answersSection(session, fence),
      told !== '' && `What was said so far:\n${told}`,
      mode.recall.statistics && statisticsSection(before, session, fence),
      ballot !== undefined &&
        `What you held before you heard anybody, which nobody else has seen:\n${fence.data('statement', ballot)}`,
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
  const own = ballots.find(({ agentId }) => agentId === seat.agentId)
  return own && heldText(own)
}

/** Those of earlier rounds: of the same round, who answers first would decide what others see. */
const openRequests = ({ contextRequests }: Session, { number }: Round): ContextRecord[] =>
  contextRequests.filter((record) => isPending(record) && record.round < number)
