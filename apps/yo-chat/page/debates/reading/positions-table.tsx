import { PLACES, type Place, type Positions, sayChanged, sayDeparture, TITLES } from '@sweatpants/roundtable/browser'
import { Held } from './held.tsx'
import { SeatName } from './seat-name.tsx'
import { TableScroller } from './table-scroller.tsx'
import { texts } from './texts.ts'

export function PositionsTable({ positions: { kind, stops, lanes, tracks } }: { positions: Positions }) {
  return (
    <TableScroller label={TITLES.positions}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.panellist}</th>
            {stops.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tracks.map(({ seat, places }) => (
            <tr key={seat.agentId}>
              <th scope="row">
                <SeatName agentId={seat.agentId} />
              </th>
              {places.map((place, index) => (
                <td key={stops[index]!.label}>
                  <PlaceCell
                    place={place}
                    isEstimate={kind === 'estimate'}
                    letter={place.type === 'heard' ? lanes[place.lane ?? -1]?.letter : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  )
}

interface PlaceCellProps {
  place: Place
  letter: string | undefined
  isEstimate: boolean
}

function PlaceCell({ place, letter, isEstimate }: PlaceCellProps) {
  if (place.type === 'waiting' || place.type === 'unasked') return <span className="hint">{PLACES[place.type]}</span>
  if (place.type === 'absent') return <span className="problem">{texts.unheardPlace(place.reason)}</span>
  return (
    <>
      <strong>{letter ?? PLACES.unclear}</strong>, <Held words={place.held} isRange={isEstimate} />
      <p>{place.position}</p>
      {place.flip && <p className="debate-flip">{sayChanged(place.flip.reason)}</p>}
      {place.isRole && <p className="hint">{PLACES.isRole}</p>}
      {place.violation && <p className="hint">{sayDeparture(place.violation)}</p>}
    </>
  )
}
