import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './use-place.ts'

interface LinkProps extends ComponentProps<'a'> {
  href: string
  /** Called before the page changes, so that a drawer can close. */
  onChosen?: (() => void) | undefined
  /** Opens it in another way. */
  onOpen?: (() => void) | undefined
}

/** Opens another place of the app without a reload. */
export function Link({ href, onChosen, onOpen = () => navigate(href), ...rest }: LinkProps) {
  const go = (event: MouseEvent) => {
    // With a modifier key the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChosen?.()
    onOpen()
  }
  return <a href={href} {...rest} onClick={go} />
}
