import type { Candidate } from '@sweatpants/roundtable/browser'
import { Link } from '../../frame/link.tsx'
import { SETTINGS } from '../../frame/place.ts'
import { texts } from './texts.ts'

/** Models that need a step of the user, such as an API key, before they can take a seat. */
export function UnusableModels({ candidates }: { candidates: readonly Candidate[] }) {
  const missing = candidates.filter(({ usable }) => !usable)
  if (missing.length === 0) return null
  return (
    <details className="start-unusable">
      <summary>{texts.unusable(missing.length)}</summary>
      <dl>
        {missing.map(({ model, remedy = texts.noRemedy }) => (
          <div key={model}>
            <dt>{model}</dt>
            <dd>{remedy}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link href={SETTINGS}>{texts.addKeys}</Link>
      </p>
    </details>
  )
}
