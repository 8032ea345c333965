import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './use-place.ts'

interface LinkProps extends ComponentProps<'a'> {
  href: string
  /** Told before the page changes, as a drawer wants to know. */
  onChosen?: (() => void) | undefined
}

/** Leads to another place of the page without loading it anew. */
export function Link({ href, onChosen, ...rest }: LinkProps) {
  const go = (event: MouseEvent) => {
    // With a key held down the browser opens it elsewhere.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChosen?.()
    navigate(href)
  }
  return <a href={href} {...rest} onClick={go} />
}
