import type { ReactNode } from 'react'
import { describeUrl } from '../tools/described-url.ts'

export interface ShownUrlProps {
  url: string
}

/**
 * Shows a whole URL with its domain emphasised, and says what makes it deceptive: a name before the domain, or letters that
 * may look like others. The root is `shown-url`; it contains `shown-url-text` and a `shown-url-problem` for each problem.
 */
export function ShownUrl({ url }: ShownUrlProps): ReactNode {
  const { before, host, after, problems } = describeUrl(url)
  return (
    <div className="shown-url">
      <code className="shown-url-text">
        {before}
        <strong>{host}</strong>
        {after}
      </code>
      {problems.map((problem) => (
        <p key={problem} className="shown-url-problem">
          {problem}
        </p>
      ))}
    </div>
  )
}
