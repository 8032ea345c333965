import { Markdown } from '@sweatpants/framework/react'
import type { Report } from '@sweatpants/roundtable/browser'
import { useId } from 'react'

/** The answer in a line, and how a model wrote it up. */
export function Answer({ report }: { report: Report }) {
  const { headline, writeUp, writeUpProblem } = report
  const { state, title, answer, progress } = headline
  const id = useId()
  return (
    <section className="debate-answer" data-state={state} aria-labelledby={id}>
      <h2 id={id} className="debate-decision" data-number="vote">
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
      {writeUpProblem !== undefined && <p className="debate-dispute">{writeUpProblem}</p>}
    </section>
  )
}
