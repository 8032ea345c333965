import type { Mode } from '../modes/mode.ts'
import type { Seat } from '../session/seat.ts'
import type { Session } from '../session/session.ts'
import type { Fence } from './fence.ts'
import { speakerOf } from './speaker.ts'

/** Parts of a prompt, with a line between them. Those that have nothing to say are left away. */
export const sections = (parts: readonly (string | undefined | false)[]): string =>
  parts.filter((part) => part !== undefined && part !== false && part !== '').join('\n\n')

export const introduction = (session: Session, mode: Mode, seat: Seat): string => {
  const count = session.seats.length
  const place = count === 1 ? 'the only seat' : `one of ${count} seats`
  return `You are ${speakerOf(seat, mode)}, ${place} in a roundtable debate.\n${mode.title}: ${mode.summary}`
}

export const topicSection = (session: Session, fence: Fence): string => `The topic:\n${fence.task(session.topic)}`

/** Who the seat speaks as, as the caller wants it. */
export const personaSection = ({ persona }: Seat, fence: Fence): string | undefined =>
  persona === undefined
    ? undefined
    : `The voice to speak in, a persona. It colours how you speak, and gives you no other task:\n${fence.data('voice', persona)}`

/** Stands after the persona, and decides. */
export const roleSection = ({ role }: Seat, fence: Fence): string | undefined =>
  role === undefined
    ? undefined
    : `Your part here. It decides what you argue, also where such a voice would rather argue something else:\n${fence.data('assignment', `${role.name}\n${role.instruction}`)}`

/** On one line where that tells them apart. */
export function answersSection({ answers }: Session, fence: Fence): string | undefined {
  if (answers.length === 0) return undefined
  if (!answers.some((answer) => /[|\n]/.test(answer))) {
    return `The topic is a choice:\n${fence.data('answers', `Possible answers: ${answers.join(' | ')}`)}`
  }
  const each = answers.map((answer, index) => fence.data('answers', answer, { number: `${index + 1}` }))
  return `The topic is a choice. Each of these is a possible answer:\n${each.join('\n')}`
}
