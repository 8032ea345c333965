import { texts } from './texts.ts'

interface ReasoningProps {
  text: string
  isStreaming: boolean
}

export function Reasoning({ text, isStreaming }: ReasoningProps) {
  if (text.trim() === '') return null
  return (
    <details className="reasoning">
      <summary>{isStreaming ? texts.thinkingNow : texts.reasoning}</summary>
      <p>{text.trim()}</p>
    </details>
  )
}
