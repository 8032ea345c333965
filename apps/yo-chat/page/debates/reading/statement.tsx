import { Markdown } from '@sweatpants/framework/react'
import { type AgentResponse, saySure } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

/** The full answer of a seat in a round. */
export function Statement({ response }: { response: AgentResponse }) {
  const { round, model, position, answer, confidence, reasoning, keyPoints, changeReason, violation, thoughts } =
    response
  return (
    <article className="debate-statement">
      <p className="hint">{texts.statement(round, model, saySure(confidence))}</p>
      <p>
        {answer !== undefined && <strong>{answer}: </strong>}
        {position}
      </p>
      {changeReason !== undefined && <p className="debate-flip">{texts.changed(changeReason)}</p>}
      {violation !== undefined && <p className="hint">{texts.departs(violation)}</p>}
      {reasoning !== '' && <Markdown text={reasoning} />}
      {keyPoints.length > 0 && (
        <ul className="debate-list">
          {[...new Set(keyPoints)].map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
      {thoughts !== undefined && (
        <details className="reasoning">
          <summary>{texts.reasoning}</summary>
          <p>{thoughts}</p>
        </details>
      )}
    </article>
  )
}
