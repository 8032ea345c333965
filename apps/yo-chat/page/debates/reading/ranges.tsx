import {
  listRanges,
  placeBetween,
  type Ranges,
  sayEstimate,
  sayMedians,
  sayRange,
} from '@sweatpants/roundtable/browser'
import type { CSSProperties } from 'react'
import { SeatBadge, seatColor } from './seat-name.tsx'
import { texts } from './texts.ts'

/** The number of each panellist with its range, above that of the panel. */
export function RangesFigure({ ranges }: { ranges: Ranges }) {
  const { rows, panel, unit, ends } = ranges
  const at = (number: number) => `${placeBetween(ends, number) * 100}%`
  return (
    <figure className="debate-ranges">
      <div role="img" aria-label={listRanges(ranges).join('. ')}>
        {rows.map(({ seat, end, alone }) => (
          <div
            key={seat.agentId}
            className="debate-range"
            style={{ '--seat': seatColor(seat.number) } as CSSProperties}
          >
            <span className="debate-range-name">
              <SeatBadge number={seat.number} /> {seat.title}
            </span>
            <span className="debate-range-track">
              <span
                className="debate-range-line"
                style={{ left: at(end.low ?? end.value), right: `calc(100% - ${at(end.high ?? end.value)})` }}
              />
              {alone !== undefined && <i className="debate-range-dot" data-alone style={{ left: at(alone) }} />}
              <i className="debate-range-dot" style={{ left: at(end.value) }} />
            </span>
            <span className="hint" data-number="range">
              {sayRange(end, unit)}
            </span>
          </div>
        ))}
        <div className="debate-range" data-panel>
          <span className="debate-range-name">{texts.panel}</span>
          <span className="debate-range-track">
            <span
              className="debate-range-line"
              style={{ left: at(panel.low), right: `calc(100% - ${at(panel.high)})` }}
            />
            <i className="debate-range-dot" style={{ left: at(panel.median) }} />
          </span>
          <span className="hint" data-number="vote">
            {sayEstimate({ ...panel, unit })}
          </span>
        </div>
      </div>
      <figcaption className="hint">
        <span data-number="medians">{sayMedians(ranges)}</span>
        {rows.some(({ alone }) => alone !== undefined) && `. ${texts.ring}`}
      </figcaption>
    </figure>
  )
}
