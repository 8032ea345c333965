import { Markdown } from '@sweatpants/framework/react'
import type { Headline, WriteUp } from '@sweatpants/roundtable/browser'
import { useId } from 'react'

interface AnswerProps {
  headline: Headline
  writeUp: WriteUp | undefined
}

/** The answer in a line, and how a model wrote it up. */
export function Answer({ headline: { state, title, answer, progress }, writeUp }: AnswerProps) {
  const id = useId()
  return (
    <section className="debate-answer" data-state={state} aria-labelledby={id}>
      <h2 id={id} className="debate-decision">
        {answer}
      </h2>
      <p className="debate-verdict">
        <span className="badge">{title}</span>{' '}
        <span className="hint" data-number="progress">
          {progress}
        </span>
      </p>
      {writeUp && (
        <>
          {writeUp.cautions.map((caution) => (
            <p key={caution} className="debate-dispute">
              {caution}
            </p>
          ))}
          <Markdown text={writeUp.answer} />
          <p className="hint">{writeUp.note}</p>
        </>
      )}
    </section>
  )
}
