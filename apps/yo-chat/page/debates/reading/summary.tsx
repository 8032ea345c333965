import { type Headline, HOW_COMPUTED, saySure } from '@sweatpants/roundtable/browser'
import { type ReactNode, useId } from 'react'
import { SeatName } from './seat-name.tsx'

/** The decision, its confidence, the dissent, and what would change it. */
export function Summary({ headline }: { headline: Headline }) {
  const { state, title, decision, sureness, unrated, backing, weights, dissent, changes, warnings, progress } = headline
  const id = useId()
  const isCounted = backing !== undefined
  return (
    <section className="debate-summary" data-state={state} aria-labelledby={id}>
      <p className="debate-verdict">
        <span className="badge">{title}</span> <span className="hint">{progress}</span>
      </p>
      <h2 id={id} className="debate-decision">
        {decision}
      </h2>
      <dl className="debate-facts">
        {sureness && (
          <Fact term="How sure">
            <p>
              {sureness.of} is <strong>{sureness.words}</strong>.
            </p>
            <p className="hint">{sureness.checked}</p>
            <details className="hint">
              <summary>How this is computed</summary>
              <p>{HOW_COMPUTED}</p>
            </details>
          </Fact>
        )}
        {unrated && <Fact term="How sure">{unrated}</Fact>}
        {isCounted && <Fact term="Who is behind it">{backing}</Fact>}
        {weights.length > 0 && (
          <Fact term="How much each seat counts">
            <ul className="debate-list">
              {weights.map(({ agentId, words }) => (
                <li key={agentId}>
                  <SeatName agentId={agentId} /> {words}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {isCounted && (
          <Fact term="Who disagreed">
            {dissent.length === 0 ? (
              'No one.'
            ) : (
              <ul className="debate-list">
                {dissent.map(({ agentId, answer, confidence, reason }) => (
                  <li key={agentId}>
                    <SeatName agentId={agentId} /> says <strong>{answer}</strong>
                    {confidence !== undefined && ` (${saySure(confidence)})`}: {reason}
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        )}
        {changes.length > 0 && (
          <Fact term="What would change it">
            <Items items={changes} />
          </Fact>
        )}
        {warnings.length > 0 && (
          <Fact term="Be careful">
            <Items items={warnings} />
          </Fact>
        )}
      </dl>
    </section>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

const Items = ({ items }: { items: readonly string[] }) => (
  <ul className="debate-list">
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
)
