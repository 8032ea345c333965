import type { Voice } from '@sweatpants/demo-model'

/** Lets the demo model name conversations, by the first words of what the person said. */
export const titleVoice: Voice = {
  ability: 'name a conversation',
  read({ message }) {
    const said = /^Give this conversation a title.*?<conversation>\nUser: ([^\n]+)/s.exec(message)?.[1]
    if (said === undefined) return undefined
    const words = said.replace(/^(?:hi|hello|hey|please|can you|could you|i want to|i would like to)\b[,!\s]*/i, '')
    const title = words
      .split(/\s+/)
      .slice(0, MAX_WORDS)
      .join(' ')
      .replace(/[.,;:!?]+$/, '')
    const named = title === '' ? said : title
    return { answer: { type: 'data', value: named[0]!.toUpperCase() + named.slice(1) } }
  },
}

const MAX_WORDS = 6
