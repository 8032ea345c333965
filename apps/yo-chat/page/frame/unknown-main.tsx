import { Content } from '../debates/content.tsx'
import { Header, type HeaderButtons } from './header.tsx'
import { Link } from './link.tsx'
import { toChatPath } from './place.ts'
import { texts } from './texts.ts'

/** An address that the app does not have. */
export function UnknownMain(buttons: HeaderButtons) {
  return (
    <main className="main">
      <Header title={texts.notFound} menu={texts.conversations} {...buttons} />
      <Content title={texts.notFound} label={texts.notFound}>
        <div className="welcome">
          <p className="welcome-title">{texts.nothingHere}</p>
          <p className="hint">{texts.wrongLink}</p>
          <Link className="button" data-kind="primary" href={toChatPath(undefined)}>
            {texts.newConversation}
          </Link>
        </div>
      </Content>
    </main>
  )
}
