import { optionsOf, type Session, sayCount, sayLeftOut, sayQuestion } from '@sweatpants/roundtable/browser'
import { useModeTitle } from '../offer.ts'
import { SeatNames } from '../reading/seat-name.tsx'
import { saySpent } from './say-spent.ts'

/** How the question is debated, what it is read as, and what was spent. */
export function DebateFacts({ session }: { session: Session }) {
  const toTitle = useModeTitle()
  const { mode, seats, question, budget, usage, attachments = [], withoutImages = [], webSearch, tools } = session
  const options = optionsOf(session)
  return (
    <>
      <p className="debates-facts">
        <span>{toTitle(mode)}</span>
        <span data-number="panellists">{sayCount(seats.length, 'panellist')}</span>
        <span data-number="spent">{saySpent(usage, budget)}</span>
      </p>
      {question !== undefined && (
        <p className="hint">
          {sayQuestion(question)}
          {question.by === 'model' && ' A model read the question this way; you can correct it with the next round.'}
        </p>
      )}
      {attachments.length > 0 && (
        <p className="hint">
          Documents:{' '}
          {attachments.map((one) => [one.name, ...sayLeftOut(one).map((text) => `(${text})`)].join(' ')).join(' · ')}
        </p>
      )}
      {withoutImages.length > 0 && (
        <p className="hint">
          The attached images were not seen by <SeatNames agentIds={withoutImages} />
        </p>
      )}
      {(webSearch || tools !== undefined) && (
        <p className="hint">
          {[
            ...(webSearch ? ['Web search'] : []),
            ...(tools === undefined ? [] : [`Tools: ${tools.map(({ name }) => name).join(', ') || 'none'}`]),
          ].join(' · ')}
        </p>
      )}
      {options.length > 0 && <p className="hint">Possible answers: {options.join(' · ')}</p>}
    </>
  )
}
