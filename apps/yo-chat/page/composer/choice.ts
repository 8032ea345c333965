import { createContext, use, useState } from 'react'

/** The model and persona of a conversation that has not started. */
export interface Choice {
  model?: string
  persona?: string
}

interface Choosing {
  choice: Choice
  choose: (choice: Choice) => void
}

export const Choosing = createContext<Choosing>({ choice: {}, choose: () => {} })

export const useChoosing = (): Choosing => use(Choosing)

export function useNewChoice(): Choosing {
  const [choice, choose] = useState<Choice>({})
  return { choice, choose }
}
