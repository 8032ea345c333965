import { Icon } from '../controls/icon.tsx'
import { useApp } from './app-info.ts'
import { useChat } from './chat.ts'
import { Link } from './link.tsx'
import { SETTINGS } from './place.ts'
import { texts } from './texts.ts'
import { useOnline } from './use-online.ts'

/** Tells the user that the page is offline or reconnecting, or that the model is a demo. */
export function Banners() {
  const { info } = useApp()
  const connection = useChat((snapshot) => snapshot.connection)
  const model = useChat(({ state }) => state.model) ?? info?.model
  const isOnline = useOnline()
  return (
    <div className="banners">
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
      {model === 'demo' && (
        <p className="banner">
          <Icon name="spark" />
          <span>
            <strong>{texts.demo}</strong>
            <span className="banner-more"> {texts.demoIs}</span> <Link href={SETTINGS}>{texts.demoKey}</Link>{' '}
            {texts.demoWhy}
          </span>
        </p>
      )}
    </div>
  )
}
