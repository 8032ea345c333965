import { Content } from '../debates/content.tsx'
import { Header, type HeaderButtons } from './header.tsx'
import { Link } from './link.tsx'
import { toChatPath } from './place.ts'

/** An address that the app does not have. */
export function UnknownMain(buttons: HeaderButtons) {
  return (
    <main className="main">
      <Header title="Page not found" menu="Conversations" {...buttons} />
      <Content title="Page not found" label="Page not found">
        <div className="welcome">
          <p className="welcome-title">There is nothing at this address</p>
          <p className="hint">The link to it is wrong, or incomplete.</p>
          <Link className="button" data-kind="primary" href={toChatPath(undefined)}>
            New conversation
          </Link>
        </div>
      </Content>
    </main>
  )
}
