import type { ContextRecord } from '@sweatpants/roundtable/browser'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '../../controls/icon.tsx'
import { RequestHead } from './request-head.tsx'
import { texts } from './texts.ts'

interface AnsweredRequestProps {
  record: ContextRecord
  /** Whether it was answered on this page, so that the focus must move from the removed form. */
  isSaved: boolean
}

/** The answer to a seat's request, given on this page or elsewhere. */
export function AnsweredRequest({ record, isSaved }: AnsweredRequestProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSaved) card.current?.focus({ preventScroll: true })
  }, [isSaved])
  const { answer } = record
  return (
    <article ref={card} className="context-request" data-answered aria-labelledby={id} tabIndex={-1}>
      <RequestHead id={id} request={record} />
      <p className="context-answered">
        <Icon name={answer?.success ? 'check' : 'minus'} />
        {answer?.success ? texts.answered : texts.markedUnavailable}
      </p>
      <p className="context-answer">{answer?.result ?? answer?.error}</p>
    </article>
  )
}
