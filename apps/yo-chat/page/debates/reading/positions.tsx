import { describePositions, type Positions, TITLES } from '@sweatpants/roundtable/browser'
import { useState } from 'react'
import { Picture } from './picture.tsx'
import { PositionsTable } from './positions-table.tsx'
import { SeatBadge, sayDetails } from './seat-name.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

const VIEWS = ['chart', 'table'] as const

/** The answer of each panellist in each round, as a chart and as a table. */
export function PositionsSection({ positions }: { positions: Positions }) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('chart')
  const { kind, lanes, stops, tracks } = positions
  if (stops.length === 0) return null
  return (
    <Section title={TITLES.positions} {...(kind !== 'estimate' && { hint: texts.positionsHint })}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in */}
      <div className="buttons" role="group" aria-label={texts.viewsGroup}>
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            className="button"
            aria-pressed={view === name}
            onClick={() => setView(name)}
          >
            {texts.views[name]}
          </button>
        ))}
      </div>
      {view === 'chart' ? (
        <Picture positions={positions} description={describePositions(positions)} />
      ) : (
        <PositionsTable positions={positions} />
      )}
      <ul className="debate-legend">
        {tracks.map(({ seat }) => (
          <li key={seat.agentId}>
            <SeatBadge number={seat.number} /> <strong>{seat.name}</strong>{' '}
            <span className="hint">
              {[sayDetails(seat), seat.absence && texts.absent(seat.absence)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {/* The chart of an estimate has a scale instead of letters. */}
      {(kind !== 'estimate' || view === 'table') && (
        <dl className="debate-lanes">
          {lanes.map(({ key, letter, answer }) => (
            <div key={key}>
              <dt>{letter}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
