import { Icon } from '../controls/icon.tsx'
import { useApp } from './app-info.ts'
import { useChat } from './chat.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { Link } from './link.tsx'
import { SETTINGS } from './place.ts'
import { texts } from './texts.ts'

/** Tells the user that the page is offline or reconnecting, or that the model is a demo. */
export function Banners() {
  const { info } = useApp()
  const connection = useChat((snapshot) => snapshot.connection)
  const model = useChat(({ state }) => state.model) ?? info?.model
  return (
    <div className="banners">
      <ConnectionBanner connection={connection} offline={texts.offline} />
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
