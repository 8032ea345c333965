import { type Place, type Positions, saySure, TITLES } from '@sweatpants/roundtable/browser'
import { SeatName } from './seat-name.tsx'
import { TableScroller } from './table-scroller.tsx'

export function PositionsTable({ positions: { stops, lanes, tracks } }: { positions: Positions }) {
  return (
    <TableScroller label={TITLES.positions}>
      <table>
        <thead>
          <tr>
            <th scope="col">Panellist</th>
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

function PlaceCell({ place, letter }: { place: Place; letter: string | undefined }) {
  if (place.type === 'waiting') return <span className="hint">still to answer</span>
  if (place.type === 'unasked') return <span className="hint">not asked</span>
  if (place.type === 'absent') return <span className="problem">not heard: {place.reason}</span>
  return (
    <>
      <strong>{letter ?? 'No clear answer'}</strong>, {saySure(place.confidence)}
      <p>{place.position}</p>
      {place.flip && <p className="debate-flip">Changed its mind: {place.flip.reason ?? 'it does not say why'}</p>}
      {place.isRole && <p className="hint">Argues this because it has to; counted with its ballot.</p>}
      {place.violation && <p className="hint">Departs from its role: {place.violation}</p>}
    </>
  )
}
