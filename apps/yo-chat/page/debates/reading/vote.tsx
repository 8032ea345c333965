import { type Headline, type Ranges, sayStrip, TITLES } from '@sweatpants/roundtable/browser'
import { RangesFigure } from './ranges.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

interface VoteProps {
  headline: Headline
  /** Present if the question is an estimate. */
  ranges: Ranges | undefined
}

/** The vote in a sentence, and how it was before the panellists heard each other. */
export function Vote({ headline: { vote, outweighs, votes }, ranges }: VoteProps) {
  return (
    <Section title={TITLES.vote}>
      <p data-number="vote">{vote}</p>
      {outweighs !== undefined && <p data-number="weight">{outweighs}</p>}
      {votes.length > 0 && (
        <figure className="debate-strip" data-number="strip">
          <div role="img" aria-label={sayStrip(votes)}>
            <Bar label={texts.alone} parts={votes.map(({ answer, alone }) => ({ answer, count: alone }))} />
            <Bar label={texts.atTheEnd} parts={votes.map(({ answer, end }) => ({ answer, count: end }))} />
          </div>
          <figcaption className="hint">{sayStrip(votes)}</figcaption>
        </figure>
      )}
      {ranges && <RangesFigure ranges={ranges} />}
    </Section>
  )
}

const Bar = ({ label, parts }: { label: string; parts: readonly { answer: string; count: number }[] }) => (
  <div className="debate-bar">
    <span className="hint">{label}</span>
    <div>
      {parts.map(
        ({ answer, count }, index) =>
          count > 0 && (
            <span key={answer} style={{ flexGrow: count }} data-lead={index === 0} title={answer}>
              <strong>{count}</strong> {answer}
            </span>
          ),
      )}
    </div>
  </div>
)
