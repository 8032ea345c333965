import { Icon } from '../controls/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useApp } from './app-info.ts'
import { Link } from './link.tsx'
import { SETTINGS } from './place.ts'
import { texts } from './texts.ts'
import { useTheme } from './use-theme.ts'

export interface HeaderButtons {
  /** Shows or hides the sidebar, or opens it as a dialog. */
  onMenu: () => void
  /** Whether a wide screen shows the sidebar; `undefined` on a narrow one. */
  hasSidebar: boolean | undefined
  onServers: () => void
}

interface HeaderProps extends HeaderButtons {
  title: string
  /** The name of the sidebar's list. */
  menu: string
}

export function Header({ title, menu, onMenu, hasSidebar, onServers }: HeaderProps) {
  const { theme, toggle } = useTheme()
  const { info } = useApp()
  const connected = info?.servers.filter(({ state }) => state === 'connected').length ?? 0
  return (
    <header className="header">
      {hasSidebar === undefined ? (
        <IconButton icon="menu" label={menu} aria-haspopup="dialog" onClick={onMenu} />
      ) : (
        <IconButton icon="sidebar" label={hasSidebar ? texts.hideSidebar : texts.showSidebar} onClick={onMenu} />
      )}
      <h1 className="header-title">{title}</h1>
      <button type="button" className="button" data-kind="quiet" aria-haspopup="dialog" onClick={onServers}>
        <Icon name="plug" />
        <span className="header-servers">{texts.servers}</span>
        {connected > 0 && (
          <span className="count">
            {connected}
            <span className="visually-hidden"> {texts.connected}</span>
          </span>
        )}
      </button>
      <Link className="icon-button" href={SETTINGS} aria-label={texts.settings} title={texts.settings}>
        <Icon name="sliders" />
      </Link>
      <IconButton
        icon={theme === 'dark' ? 'sun' : 'moon'}
        label={theme === 'dark' ? texts.light : texts.dark}
        onClick={toggle}
      />
    </header>
  )
}
