import { CLAIM_STATES, type Claim, type Claims, TITLES } from '@sweatpants/roundtable/browser'
import { SeatName, SeatNames } from './seat-name.tsx'
import { Section } from './section.tsx'
import { SourceList } from './source-list.tsx'
import { texts } from './texts.ts'

/** The arguments for the answers, with the seats for and against them, and their sources. */
export function ClaimsSection({ claims, sources }: Claims) {
  if (claims.length === 0 && sources.length === 0) return null
  return (
    <Section title={TITLES.claims} hint={texts.claimsHint}>
      <ul className="debate-claims">
        {claims.map((claim) => (
          <ClaimItem key={`${claim.supporters[0]} ${claim.text}`} claim={claim} />
        ))}
      </ul>
      {sources.length > 0 && (
        <>
          <h3>{TITLES.sources}</h3>
          <SourceList sources={sources} />
        </>
      )}
    </Section>
  )
}

const ClaimItem = ({ claim: { text, state, supporters, disputers, others, sources } }: { claim: Claim }) => (
  <li>
    <p>
      <span className="badge" data-claim={state}>
        {CLAIM_STATES[state]}
      </span>{' '}
      {text}
    </p>
    <p className="hint">
      {texts.saidBy} <SeatNames agentIds={supporters} />
    </p>
    {disputers.map((one) => (
      <p key={one.agentId} className="debate-dispute">
        {texts.disputedBy} <SeatName agentId={one.agentId} />: {one.text}
      </p>
    ))}
    {others.length > 0 && (
      <p className="hint">
        {texts.otherAnswer} <SeatNames agentIds={others} />
      </p>
    )}
    {sources.length > 0 && <SourceList sources={sources} />}
  </li>
)
