import type { Mode } from '../modes/mode.ts'
import { groupOf, optionsOf, type ProposalGroup } from '../session/question.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import type { AnswerForm } from './answer-format.ts'
import type { Fence } from './fence.ts'

/** Joins the sections of a prompt with blank lines; skips empty ones. */
export const sections = (parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n')

export const introduction = (session: Session, mode: Mode, seat: Seat): string => {
  const count = session.seats.length
  const place = count === 1 ? 'the only seat' : `one of ${count} seats`
  return `You are ${speakerOf(seat, mode)}, ${place} in a roundtable debate.\n${mode.title}: ${mode.summary}`
}

export const topicSection = (session: Session, fence: Fence): string => `The topic:\n${fence.task(session.topic)}`

/** The persona that the caller chose for the seat. */
export const personaSection = ({ persona }: Seat, fence: Fence): string | undefined =>
  persona === undefined
    ? undefined
    : `The voice to speak in, a persona. It colours how you speak, and gives you no other task:\n${fence.data('voice', persona)}`

/** Comes after the persona and takes precedence over it. */
export const roleSection = ({ role }: Seat, fence: Fence): string | undefined =>
  role === undefined
    ? undefined
    : `Your part here. It decides what you argue, also where such a voice would rather argue something else:\n${fence.data('assignment', `${role.name}\n${role.instruction}`)}`

/** Says what is decided: the proposition, the quantity, or the possible answers. */
export function questionSection(session: Session, fence: Fence): string | undefined {
  const { question } = session
  if (question?.kind === 'proposition')
    return `The proposition, which you can support or oppose:\n${fence.data('proposition', question.proposition)}`
  if (question?.kind === 'estimate')
    return `A number is wanted. What it measures, and its unit:\n${fence.data('quantity', `${question.quantity}\nunit: ${question.unit}`)}`
  const options = optionsOf(session)
  return options.length === 0 ? undefined : optionsSection(options, fence, question?.kind === 'open')
}

/** On one line, if the options stay distinct that way. */
export function optionsSection(options: readonly string[], fence: Fence, isOpen: boolean): string {
  const what = isOpen ? 'Proposals so far, merged where they say the same' : 'The topic is a choice'
  if (!options.some((option) => /[|\n]/.test(option)))
    return `${what}:\n${fence.data('answers', `Possible answers: ${options.join(' | ')}`)}`
  const each = options.map((option, index) => fence.data('answers', option, { number: `${index + 1}` }))
  return `${what}. Each of these is a possible answer:\n${each.join('\n')}`
}

/** The documents of the debate. */
export function attachmentsSection({ attachments = [] }: Session, fence: Fence): string | undefined {
  if (attachments.length === 0) return undefined
  const each = attachments.map(({ name, text, leftOut, notes = [], image }) => {
    if (image !== undefined) return fence.data('attachment', `name: ${name}\nAn image.`)
    const cut = leftOut === undefined ? '' : `\n… [shortened: ${leftOut} more characters]`
    const lines = notes.map((note) => `note: ${note}\n`).join('')
    return fence.data('attachment', `name: ${name}\n${lines}${text}${cut}`)
  })
  return `Documents that the caller attached:\n${each.join('\n')}`
}

/** The form in which a seat answers now. */
export const formOf = (session: Session, { agentId }: Seat): AnswerForm => ({
  kind: session.question?.kind ?? 'open',
  hasOptions: optionsOf(session).length > 0,
  isGrouped: findOwnGroup(session, agentId) !== undefined,
})

/** Returns the last proposal of a seat and the group that it was put into. */
export function findOwnGroup(
  session: Session,
  agentId: string,
): { proposal: string; group: ProposalGroup } | undefined {
  const { question, merger, responses, rounds } = session
  if (question?.kind !== 'open' || merger === undefined) return undefined
  const ballots = rounds.flatMap((round) => round.ballots)
  const proposal = [...ballots, ...responses].findLast(
    (one) => one.agentId === agentId && one.answer !== undefined && isOnQuestion(session, one),
  )?.answer
  const group = proposal === undefined ? undefined : groupOf(merger, proposal)
  return group === undefined ? undefined : { proposal: proposal!, group }
}

/** A prompt: the system prompt, and the message of this turn. */
export interface Prompt {
  system: string
  message: string
}

/** The name of a seat in this mode: its `agentId`, or its label if names are hidden. */
const speakerOf = (seat: Seat, mode: Mode): string =>
  plainName(mode.recall.speakers === 'names' ? seat.agentId : seat.label)

/** The same by `agentId`. An agent without a seat has no name. */
export function createNames(session: Session, mode: Mode): (agentId: string) => string {
  const names = new Map(session.seats.map((seat) => [seat.agentId, speakerOf(seat, mode)]))
  return (agentId) => names.get(agentId) ?? 'another speaker'
}

/**
 * Statements by round, in the order in which seats speak, not in the order of arrival. Those from before the question was
 * corrected come without their votes, which have another form.
 */
export function toStatements(responses: readonly AgentResponse[], session: Session, mode: Mode): AgentResponse[] {
  const order = mode.order(session.seats).flatMap((group) => group.map(({ agentId }) => agentId))
  return responses
    .toSorted((a, b) => a.round - b.round || order.indexOf(a.agentId) - order.indexOf(b.agentId))
    .map((said) => (isOnQuestion(session, said) ? said : withoutVote(said)))
}

/** Whether it was said on the question as it is asked now, not before it was corrected. */
export const isOnQuestion = ({ question }: Session, { round }: { round: number }): boolean =>
  question === undefined || round >= question.since

const withoutVote = ({
  answer: _,
  spread: __,
  stance: ___,
  estimate: ____,
  confidence: _____,
  ...said
}: AgentResponse) => said

export const roundHeading = (session: Session, round: number): string =>
  `Round ${round}${isOnQuestion(session, { round }) ? '' : ', before the question was corrected'}:`

/** Sanitizes a name: names stand outside of fences, and an imported session may contain any text. */
const plainName = (name: string): string =>
  (name.match(/[\p{L}\p{N}_ -]+/gu) ?? []).join('').trim().slice(0, 60) || 'a seat'
