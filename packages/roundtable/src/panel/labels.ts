import { createHash } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A label for each agent, in an order that only somebody who knows the seed can tell from the ids. */
export function labelAgents(agentIds: readonly string[], seed: string): Map<string, string> {
  const place = (agentId: string) => createHash('sha256').update(`${seed} ${agentId}`).digest('hex')
  const shuffled = agentIds.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
  return new Map(shuffled.map((agentId, i) => [agentId, `Participant ${toLetter(i)}`]))
}

function toLetter(index: number): string {
  const lap = Math.floor(index / LETTERS.length)
  return `${LETTERS[index % LETTERS.length]}${lap === 0 ? '' : lap + 1}`
}
