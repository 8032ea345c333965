import { openRound } from '@sweatpants/roundtable/browser'
import { type ReactNode, useEffect } from 'react'
import { ConnectionBanner } from '../../frame/connection-banner.tsx'
import { Link } from '../../frame/link.tsx'
import { toNewDebatePath } from '../../frame/place.ts'
import { Content } from '../content.tsx'
import { tellDebateChanged } from '../list/debate-changed.ts'
import { DebateAnnouncer } from './debate-announcer.tsx'
import { DebateView } from './debate-view.tsx'
import { texts } from './texts.ts'
import { useDebate } from './use-debate.ts'

interface DebateProps {
  sessionId: string
  header: (title: string) => ReactNode
}

/** One debate, updated live. */
export function Debate({ sessionId, header }: DebateProps) {
  const { session, connection, refusal } = useDebate(sessionId)
  const { status, pendingContextRequests } = session ?? {}
  const isAsking = (pendingContextRequests?.length ?? 0) > 0
  const isRunning = session !== undefined && openRound(session) !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what a list shows of a debate
  useEffect(tellDebateChanged, [status, isAsking, isRunning, session?.title])
  const title = session?.title ?? session?.topic ?? texts.title
  const isGone = refusal?.code === 'not_found'
  return (
    <>
      {header(texts.title)}
      <ConnectionBanner connection={connection} offline={texts.offline} />
      <Content title={title} label={texts.title}>
        {refusal !== undefined && (
          <div className="welcome">
            <p className="welcome-title">{isGone ? texts.gone : texts.refused}</p>
            <p className="hint">{isGone ? texts.goneHint : refusal.message}</p>
            <Link className="button" data-kind="primary" href={toNewDebatePath()}>
              {texts.newDebate}
            </Link>
          </div>
        )}
        {session === undefined && refusal === undefined && (
          <p className="hint" role="status">
            {texts.loading}
          </p>
        )}
        {session !== undefined && refusal === undefined && <DebateView session={session} />}
      </Content>
      {session && <DebateAnnouncer session={session} />}
    </>
  )
}
