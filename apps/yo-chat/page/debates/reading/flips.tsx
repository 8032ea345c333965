import type { Positions } from '@sweatpants/roundtable/browser'
import { SeatName } from './seat-name.tsx'

/** The seats that changed their mind, and why. */
export function Flips({ positions: { stops, lanes, tracks } }: { positions: Positions }) {
  const flips = stops.flatMap(({ label }, index) =>
    tracks.flatMap(({ seat, places }) => {
      const place = places[index]!
      if (place.type !== 'heard' || place.flip === undefined) return []
      const to = place.lane === undefined ? undefined : lanes[place.lane]
      return [{ agentId: seat.agentId, label, flip: place.flip, to: to?.answer ?? place.flip.to }]
    }),
  )
  if (flips.length === 0) return <p className="hint">No one changed their mind.</p>
  return (
    <>
      <h3>Who changed their mind</h3>
      <ul className="debate-list">
        {flips.map(({ agentId, label, flip, to }) => (
          <li key={`${agentId} ${label}`}>
            <SeatName agentId={agentId} />, {label}, to <strong>{to}</strong>:{' '}
            {flip.reason ?? <span className="hint">it does not say why.</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
