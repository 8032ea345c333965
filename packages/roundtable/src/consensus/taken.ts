import type { Said } from './said.ts'

/** A position that somebody took at some time, among all that were taken. */
export interface Taken {
  position: string
  /** Positions that its seat says it shares. */
  shares: readonly number[]
  /** What the same seat said before, unless it says that it changed its mind. */
  before?: number
}

export function toTaken(said: readonly Said[]): Taken[] {
  const isInTurns = said.some(({ isBallot }) => isBallot)
  return said.map(({ seat, position, round, changeReason, agreesWith }, i) => {
    // Where seats speak in turns, what somebody agrees with may have been said in the same round.
    const lastOf = (agentId: string) => {
      const by = (until: number) => said.findLastIndex((one) => one.seat.agentId === agentId && one.round <= until)
      const earlier = by(round - 1)
      return isInTurns || earlier === -1 ? by(round) : earlier
    }
    const shares = agreesWith.filter((agentId) => agentId !== seat.agentId).map(lastOf)
    const before = said.slice(0, i).findLastIndex((one) => one.seat.agentId === seat.agentId)
    return { position, shares, ...(before !== -1 && changeReason === undefined && { before }) }
  })
}
