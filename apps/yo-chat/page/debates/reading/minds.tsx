import { type Minds, NO_CHANGE, NO_REASON, TITLES } from '@sweatpants/roundtable/browser'
import { SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** The panellists that changed their mind, and why. Those that did not are collapsed. */
export function MindsSection({ minds: { changed, kept, unheard } }: { minds: Minds }) {
  const isHeard = changed.length + kept.length > 0
  if (!isHeard && unheard.length === 0) return null
  return (
    <Section title={isHeard ? TITLES.changed : TITLES.unheard}>
      {changed.length === 0 && kept.length > 0 && <p>{NO_CHANGE}</p>}
      {changed.length > 0 && (
        <ul className="debate-list">
          {changed.map(({ agentId, when, from, to, reason }) => (
            <li key={agentId} data-number={numberIn(from)}>
              <SeatName agentId={agentId} /> {texts.change(when, from)} <strong>{texts.quoted(to)}</strong>:{' '}
              {reason ?? <span className="hint">{NO_REASON}.</span>}
            </li>
          ))}
        </ul>
      )}
      {kept.length > 0 && (
        <details>
          <summary>
            <span data-number="kept">{kept.length}</span> {texts.kept}
          </summary>
          <ul className="debate-list">
            {kept.map(({ agentId, answer, position }) => (
              <li key={agentId} data-number={numberIn(answer)}>
                <SeatName agentId={agentId} />, <strong>{texts.quoted(answer)}</strong>: {position}
              </li>
            ))}
          </ul>
        </details>
      )}
      {unheard.length > 0 && (
        <>
          {isHeard && <h3>{TITLES.unheard}</h3>}
          <ul className="debate-list">
            {unheard.map(({ agentId, reason }) => (
              <li key={agentId}>
                <SeatName agentId={agentId} />: <span className="problem">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

/** Estimates are numbers; other answers are words. */
const numberIn = (answer: string): string | undefined => (/\d/.test(answer) ? 'range' : undefined)
