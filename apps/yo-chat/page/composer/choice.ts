import { createContext, use, useState } from 'react'

/** Who is to answer a conversation that has not begun. */
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
