import { type Headline, HOW_COMPUTED, saySureness, TITLES } from '@sweatpants/roundtable/browser'
import type { ReactNode } from 'react'
import { SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** How likely the answer is right, who disagrees, and what would change it. */
export function Sureness({ headline }: { headline: Headline }) {
  const { sureness, unrated, backing, weights, dissent, changes, warnings } = headline
  const isCounted = backing !== undefined
  return (
    <Section title={TITLES.sureness}>
      {unrated !== undefined && <p data-number="vote">{unrated}</p>}
      {sureness && (
        <div>
          <p>
            {texts.surenessOf(sureness.of)} <strong data-number="probability">{sureness.words}</strong>.
          </p>
          <p className="hint" data-number="outcomes">
            {sureness.checked}
          </p>
          <details className="hint" data-number="probability">
            <summary>{TITLES.computed}</summary>
            <p>{HOW_COMPUTED}</p>
          </details>
        </div>
      )}
      <dl className="debate-facts">
        {isCounted && (
          <Fact term={TITLES.backing}>
            <span data-number="backing">{backing}</span>
          </Fact>
        )}
        {weights.length > 0 && (
          <Fact term={TITLES.weights}>
            <ul className="debate-list">
              {weights.map(({ agentId, words }) => (
                <li key={agentId}>
                  <SeatName agentId={agentId} />: <span data-number="weight">{words}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {isCounted && (
          <Fact term={TITLES.dissent}>
            {dissent.length === 0 ? (
              texts.noDissent
            ) : (
              <ul className="debate-list">
                {dissent.map(({ agentId, answer, confidence, reason }) => (
                  <li key={agentId}>
                    <SeatName agentId={agentId} /> {texts.says} <strong>{answer}</strong>
                    <span data-number="confidence">{saySureness(confidence)}</span>: {reason}
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        )}
        {changes.length > 0 && (
          <Fact term={TITLES.changes}>
            <Items items={changes} number="margin" />
          </Fact>
        )}
        {warnings.length > 0 && (
          <Fact term={TITLES.warnings}>
            <Items items={warnings} number="warning" />
          </Fact>
        )}
      </dl>
    </Section>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

const Items = ({ items, number }: { items: readonly string[]; number: string }) => (
  <ul className="debate-list">
    {items.map((item) => (
      <li key={item} data-number={/\d/.test(item) ? number : undefined}>
        {item}
      </li>
    ))}
  </ul>
)
