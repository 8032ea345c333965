import type { DebateSnapshot } from '@sweatpants/roundtable/browser'
import { Icon } from '../../controls/icon.tsx'
import { useOnline } from '../../frame/use-online.ts'
import { texts } from './texts.ts'

/** Tells the user that the page is offline or reconnecting. */
export function ConnectionBanner({ connection }: Pick<DebateSnapshot, 'connection'>) {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="banner" data-kind="warning">
          <Icon name="wifi" />
          {texts.offline}
        </p>
      )}
      {isOnline && connection === 'reconnecting' && (
        <p className="banner" data-kind="warning">
          <span className="spinner" aria-hidden="true" />
          {texts.reconnecting}
        </p>
      )}
    </div>
  )
}
