import { toFilter, type Wanted } from '@sweatpants/roundtable/browser'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { moveByArrowKeys } from '../../controls/arrow-keys.ts'
import { Icon } from '../../controls/icon.tsx'
import { Link } from '../../frame/link.tsx'
import { toNewDebatePath } from '../../frame/place.ts'
import { useNow } from '../../frame/use-now.ts'
import { Content } from '../content.tsx'
import { DebateItem } from './debate-item.tsx'
import { ListFilters } from './list-filters.tsx'
import { NoDebates } from './no-debates.tsx'
import { Review } from './review.tsx'
import { texts } from './texts.ts'
import { useDebateList } from './use-debate-list.ts'

const MINUTE = 60_000

/** All debates, with search and filters. */
export function DebateList({ header }: { header: (title: string) => ReactNode }) {
  const sessions = useDebateList()
  const now = useNow(MINUTE)
  const [wanted, setWanted] = useState<Wanted>({})
  const found = (sessions ?? []).filter(toFilter(useDeferredValue(wanted)))
  return (
    <>
      {header(texts.debates)}
      <Content title={texts.debates} label={texts.debates}>
        {sessions === undefined && <p className="hint">{texts.loading}</p>}
        {sessions?.length === 0 && <NoDebates />}
        {sessions !== undefined && sessions.length > 0 && (
          <>
            <Link className="button debates-new" data-kind="primary" href={toNewDebatePath()}>
              <Icon name="plus" />
              {texts.newDebate}
            </Link>
            <Review sessions={sessions} now={now} />
            <ListFilters wanted={wanted} onChange={setWanted} />
            <p className="hint" role="status">
              {texts.found(found.length, sessions.length)}
            </p>
            <ul className="debates-list" onKeyDown={moveByArrowKeys(1)}>
              {found.map((session) => (
                <DebateItem key={session.id} session={session} now={now} />
              ))}
            </ul>
            {found.length === 0 && <p className="hint">{texts.noneFound}</p>}
          </>
        )}
      </Content>
    </>
  )
}
