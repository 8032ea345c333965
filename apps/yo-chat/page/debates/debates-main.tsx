import { Header, type HeaderButtons } from '../frame/header.tsx'
import type { DebatePlace } from '../frame/place.ts'
import { DebateList } from './list/debate-list.tsx'
import { KnownOffer, useOfferFromServer } from './offer.ts'
import { Debate } from './running/debate.tsx'
import { StartDebate } from './start/start-debate.tsx'
import { texts } from './texts.ts'

interface DebatesMainProps extends HeaderButtons {
  place: DebatePlace
}

export function DebatesMain({ place, ...buttons }: DebatesMainProps) {
  const offer = useOfferFromServer()
  const header = (title: string) => <Header title={title} menu={texts.debates} {...buttons} />
  return (
    <KnownOffer value={offer}>
      <main className="main">
        {place.type === 'debates' && <DebateList header={header} />}
        {place.type === 'new-debate' && <StartDebate header={header} />}
        {place.type === 'debate' && <Debate key={place.sessionId} sessionId={place.sessionId} header={header} />}
      </main>
    </KnownOffer>
  )
}
