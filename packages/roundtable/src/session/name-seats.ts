import type { Seat } from './seat.ts'

interface Named {
  seats: readonly Seat[]
  /** Requested seats without a usable model. */
  absent: readonly Pick<Seat, 'agentId' | 'model'>[]
  /** Seats that failed and were replaced. */
  replaced?: readonly Seat[]
}

/** Returns the name of a seat for readers. */
export type NameOf = (agentId: string) => string

/** Names the seats of a debate for readers: “Empiricist · gpt-6”. Names are unique, and the same for the whole debate. */
export function nameSeats({ seats, absent, replaced = [] }: Named): NameOf {
  const given = new Map<string, number>()
  const names = new Map<string, string>()
  const findFirst = (seat: Seat): Seat => {
    const before = replaced.find(({ agentId }) => agentId === seat.replaces)
    return before === undefined ? seat : findFirst(before)
  }
  // A substitute must not take over the name of another seat, so the seats of the beginning are named first.
  for (const seat of [...seats.map(findFirst), ...absent, ...replaced, ...seats]) {
    if (names.has(seat.agentId)) continue
    const name = toName(seat)
    const count = (given.get(name) ?? 0) + 1
    given.set(name, count)
    names.set(seat.agentId, count === 1 ? name : `${name} (${count})`)
  }
  return (agentId) => names.get(agentId) ?? agentId
}

function toName({ model, persona, role }: Pick<Seat, 'model'> & Partial<Seat>): string {
  const title = toTitle(persona ?? role?.name ?? '')
  const short = model.split('/').at(-1) || model
  return title === '' ? short : `${title} · ${short}`
}

/** The longest title, in characters. */
const LENGTH = 32

/** Returns who a persona is, without what it asks: “A systems thinker who follows effects…” becomes “Systems thinker”. */
export function toTitle(persona: string): string {
  const plain = persona.replaceAll(/[\s\p{C}]+/gu, ' ').trim()
  const [who = ''] = plain.replace(/^(?:you are )?(?:(?:an?|the) )?/i, '').split(/ (?:who|for|that|with)\b|[,.;:!?]/)
  const title = who.trim()
  const short = title.length > LENGTH ? title.slice(0, LENGTH).replace(/ \S*$/, '') : title
  return short.charAt(0).toUpperCase() + short.slice(1)
}
