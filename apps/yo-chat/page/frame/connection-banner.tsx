import { Icon } from '../controls/icon.tsx'
import { texts } from './texts.ts'
import { useOnline } from './use-online.ts'

interface ConnectionBannerProps {
  connection: string
  /** What being offline means here. */
  offline: string
}

/** Tells the user that the page is offline or reconnecting. */
export function ConnectionBanner({ connection, offline }: ConnectionBannerProps) {
  const isOnline = useOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="banner" data-kind="warning">
          <Icon name="wifi" />
          {offline}
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
