import { optionsOf, type Session, sayLeftOut, sayQuestion } from '@sweatpants/roundtable/browser'
import { useModeTitle } from '../offer.ts'
import { SeatNames } from '../reading/seat-name.tsx'
import { saySpent } from './say-spent.ts'
import { texts } from './texts.ts'

/** How the question is debated, what it is read as, and what was spent. */
export function DebateFacts({ session }: { session: Session }) {
  const toTitle = useModeTitle()
  const { mode, seats, question, budget, usage, attachments = [], withoutImages = [], webSearch, tools } = session
  // A choice names its options itself.
  const options = question?.kind === 'choice' ? [] : optionsOf(session)
  return (
    <>
      <p className="debates-facts">
        <span>{toTitle(mode)}</span>
        <span data-number="panellists">{texts.panellists(seats.length)}</span>
        <span data-number="spent">{saySpent(usage, budget)}</span>
      </p>
      {question !== undefined && <p className="hint">{sayQuestion(question)}</p>}
      {attachments.length > 0 && (
        <p className="hint">
          {texts.documents(
            attachments.map((one) => [one.name, ...sayLeftOut(one).map((text) => `(${text})`)].join(' ')),
          )}
        </p>
      )}
      {withoutImages.length > 0 && (
        <p className="hint">
          {texts.withoutImages} <SeatNames agentIds={withoutImages} />
        </p>
      )}
      {(webSearch || tools !== undefined) && (
        <p className="hint">
          {[
            ...(webSearch ? [texts.webSearch] : []),
            ...(tools === undefined ? [] : [texts.tools(tools.map(({ name }) => name))]),
          ].join(' · ')}
        </p>
      )}
      {options.length > 0 && <p className="hint">{texts.answers(options)}</p>}
    </>
  )
}
