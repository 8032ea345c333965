import { type Ranking, TITLES } from '@sweatpants/roundtable/browser'
import { SeatName } from './seat-name.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** How the panellists rank each other's answers. */
export const RankingSection = ({ ranking: { hint, rows, problems } }: { ranking: Ranking }) => (
  <Section title={TITLES.ranking} hint={hint}>
    <ol className="debate-list">
      {rows.map(({ agentId, words }) => (
        <li key={agentId}>
          <SeatName agentId={agentId} />: <span data-number="rank">{words}</span>
        </li>
      ))}
    </ol>
    {problems.map(({ agentId, problem }) => (
      <p key={agentId} className="hint">
        {texts.ranksOf} <SeatName agentId={agentId} /> {texts.notAsGiven(problem)}
      </p>
    ))}
  </Section>
)
