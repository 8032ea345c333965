import { z } from 'zod'
import { Link } from '../../frame/link.tsx'
import type { ToolView } from '../tool-views.tsx'

const Asked = z.object({
  path: z.string().startsWith('/debates/'),
  decision: z.object({
    answer: z.string().optional(),
    likely: z.string().optional(),
    recommendation: z.string(),
  }),
  dissent: z.array(z.object({ agentId: z.string(), answer: z.string(), reason: z.string() })),
  notice: z.string().optional(),
})

export const askRoundtableView: ToolView = {
  title: 'Roundtable',
  working: 'The seats debate…',
  decline: 'Say that it cannot be found',
  showResult(result) {
    const asked = Asked.safeParse(result)
    if (!asked.success) return undefined
    const { path, decision, dissent, notice } = asked.data
    const { answer, likely, recommendation } = decision
    return (
      <div className="debated">
        {answer !== undefined && (
          <p className="debated-answer">
            {answer}
            {likely !== undefined && <span className="hint"> {likely}</span>}
          </p>
        )}
        <p>{recommendation}</p>
        {dissent.length > 0 && (
          <ul>
            {dissent.map(({ agentId, answer: other, reason }) => (
              <li key={agentId}>
                {agentId} says <strong>{other}</strong>: {reason}
              </li>
            ))}
          </ul>
        )}
        {notice !== undefined && <p className="hint">{notice}</p>}
        <Link className="button" href={path}>
          See the whole debate
        </Link>
      </div>
    )
  },
}
