import { type AgentResponse, type Ballot, sayHeld } from '@sweatpants/roundtable/browser'
import { useQuestion } from './seat-name.tsx'

interface HeldProps {
  words: string
  /** Whether it is a number with a range, rather than how sure a panellist is. */
  isRange: boolean
}

/** What a panellist stated with its answer. */
export const Held = ({ words, isRange }: HeldProps) => (
  <span data-number={isRange ? 'range' : 'confidence'}>{words}</span>
)

/** What a panellist stated with an answer: how sure it is, or its number and range. */
export function HeldIn({ said }: { said: AgentResponse | Ballot }) {
  const question = useQuestion()
  return <Held words={sayHeld(said, question)} isRange={said.estimate !== undefined} />
}
