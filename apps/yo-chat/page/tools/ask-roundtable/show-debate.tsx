import type { Json } from '@sweatpants/framework'
import { Markdown } from '@sweatpants/framework/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { Link } from '../../frame/link.tsx'
import { texts } from './texts.ts'

const Asked = v.object({
  path: v.pipe(v.string(), v.startsWith('/debates/')),
  decision: v.object({
    answer: v.optional(v.string()),
    likely: v.optional(v.string()),
    checked: v.optional(v.string()),
    recommendation: v.string(),
  }),
  written: v.optional(v.string()),
  dissent: v.array(v.object({ name: v.string(), answer: v.string(), reason: v.string() })),
  notice: v.optional(v.string()),
})

/** Shows what a debate came to; `undefined` for an unknown result. */
export function showDebate(result: Json): ReactNode {
  if (!v.is(Asked, result)) return undefined
  const { path, decision, written, dissent, notice } = result
  const { answer, likely, checked, recommendation } = decision
  return (
    <div className="debated">
      {answer !== undefined && (
        <p className="debated-answer">
          {answer}
          {likely !== undefined && (
            <span className="hint">
              {' '}
              {likely}. {checked}
            </span>
          )}
        </p>
      )}
      {written !== undefined && <Markdown text={written} />}
      <p>{recommendation}</p>
      {dissent.length > 0 && (
        <ul>
          {dissent.map(({ name, answer: other, reason }) => (
            <li key={name}>
              {name} {texts.says} <strong>{other}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
      {notice !== undefined && <p className="hint">{notice}</p>}
      <Link className="button" href={path}>
        {texts.wholeDebate}
      </Link>
    </div>
  )
}
