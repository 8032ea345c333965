import {
  ElicitForm,
  findHandler,
  HandledQuestion,
  type InboxQuestion,
  toFormQuestion,
} from '@sweatpants/framework/react'
import { useMemo } from 'react'
import { Expiry } from '../calls/expiry.tsx'
import { toTitle } from '../calls/to-title.ts'
import { Later } from '../controls/later.tsx'
import { toRelativeDate } from '../conversations/relative-date.ts'
import { usePerform } from '../frame/notices.tsx'
import { plugins } from '../tools/plugins.ts'
import { toolTexts } from '../tools/texts.ts'
import { useInbox } from './inbox.ts'
import { texts } from './texts.ts'

interface InboxItemProps {
  question: InboxQuestion
  now: number
}

/** An open question, with the component that it has in the chat or with its form. */
export function InboxItem({ question, now }: InboxItemProps) {
  const { answer } = useInbox()
  const perform = usePerform()
  const { toolName, to, openedAt, expiresAt, quorum, answeredBy, askedBy, ui, context } = question
  const form = useMemo(() => toFormQuestion(question), [question])
  const handler = findHandler(plugins, question)
  const others = to.filter((name) => !name.startsWith('user:'))
  return (
    <li>
      <article className="card inbox-item" aria-label={question.message}>
        <p className="inbox-facts">
          <strong>{toolTexts[toolName]?.title ?? toTitle(toolName)}</strong>
          {askedBy !== undefined && <span>{texts.askedBy(askedBy)}</span>}
          {others.length > 0 && <span className="badge">{others.join(', ')}</span>}
          {quorum > 1 && <span>{texts.answers(answeredBy.length, quorum)}</span>}
          <time dateTime={new Date(openedAt).toISOString()}>{toRelativeDate(openedAt, now)}</time>
        </p>
        {handler !== undefined ? (
          <>
            <Later>
              <HandledQuestion question={form} handler={handler} onRespond={(result) => answer(question, result)} />
            </Later>
            <button
              type="button"
              className="text-button"
              onClick={() => perform(answer(question, { action: 'decline' }))}
            >
              {toolTexts[toolName]?.decline ?? texts.decline}
            </button>
          </>
        ) : ui === 'in-app' ? (
          <>
            <p>{question.message}</p>
            <p className="hint">{texts.unknownTool}</p>
          </>
        ) : (
          <>
            <Facts context={context} />
            <ElicitForm question={form} onRespond={(result) => perform(answer(question, result))} />
          </>
        )}
        {expiresAt !== undefined && <Expiry at={expiresAt} />}
      </article>
    </li>
  )
}

function Facts({ context }: Pick<InboxQuestion, 'context'>) {
  const facts = Object.entries(context).filter(([, value]) => typeof value !== 'object')
  if (facts.length === 0) return null
  return (
    <dl className="inbox-context">
      {facts.map(([key, value]) => (
        <div key={key}>
          <dt>{toTitle(key)}</dt>
          <dd>{String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
