import { Markdown } from '@sweatpants/framework/react'
import {
  type AgentResponse,
  ENDS_EARLY,
  sayChanged,
  sayDeparture,
  sayHeld,
  saySpread,
  toPlainText,
} from '@sweatpants/roundtable/browser'
import { useQuestion } from './seat-name.tsx'
import { texts } from './texts.ts'

/** The full answer of a seat in a round. */
export function Statement({ response }: { response: AgentResponse }) {
  const { round, model, position, answer, spread, estimate, reasoning, keyPoints, thoughts } = response
  const { changeReason, violation, isCut } = response
  return (
    <article className="debate-statement">
      <p className="hint" data-number={estimate === undefined ? 'confidence' : 'range'}>
        {texts.statement(round, model, sayHeld(response, useQuestion()))}
      </p>
      <p>
        {answer !== undefined && <strong>{answer}: </strong>}
        {toPlainText(position)}
      </p>
      {spread !== undefined && (
        <p className="hint" data-number="spread">
          {saySpread(spread)}
        </p>
      )}
      {changeReason !== undefined && <p className="debate-flip">{sayChanged(toPlainText(changeReason))}</p>}
      {isCut && <p className="debate-dispute">{ENDS_EARLY}</p>}
      {violation !== undefined && <p className="hint">{sayDeparture(violation)}</p>}
      {reasoning !== '' && <Markdown text={reasoning} />}
      {keyPoints.length > 0 && (
        <ul className="debate-list">
          {[...new Set(keyPoints.map(toPlainText))].map((point) => (
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
