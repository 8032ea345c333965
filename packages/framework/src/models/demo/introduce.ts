import type { Situation } from './situation.ts'

const WITHOUT_TOOLS =
  'Without tools I can fill a schema, play tic-tac-toe on a board that you show me, and argue a seat in a debate.'

/** What it is, and what it can do here. */
export function introduce({ tools, exchanges }: Situation): string {
  const usable = tools.map(({ name, description = '' }) => {
    const gist = description.split(/[.\n]/)[0]?.trim()
    return gist ? `- ${name}: ${gist}` : `- ${name}`
  })
  const self = 'I am a demo model: I follow rules on this machine and understand little.'
  if (exchanges.length > 0) return `${self} I have nothing to add to these results.`
  if (usable.length === 0) return `${self} ${WITHOUT_TOOLS}`
  return `${self} I can use these tools, when your message mentions what they do:\n\n${usable.join('\n')}`
}
