import { useEffect, useRef } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useChat, useClient } from '../frame/chat.ts'
import { usePerform } from '../frame/notices.tsx'
import { texts } from './texts.ts'

interface VersionsProps {
  /** The first messages of the branches, in the order in which they began. */
  versions: readonly string[]
  /** The one that is shown. `undefined` if the newest has no message. */
  shown: string | undefined
}

/** The version that was switched to, and the button that was used: it has the focus again once the version is shown. */
let chosen: { version: string; step: number } | undefined

/** Switches between the versions of a message, each with all that followed it. */
export function Versions({ versions, shown }: VersionsProps) {
  const client = useClient()
  const perform = usePerform()
  const isRunning = useChat(({ state }) => state.turn !== undefined)
  const row = useRef<HTMLSpanElement>(null)
  const index = shown === undefined ? versions.length : versions.indexOf(shown)
  const count = Math.max(versions.length, index + 1)
  useEffect(() => {
    if (chosen === undefined || chosen.version !== shown) return
    row.current
      ?.querySelectorAll('button')
      .item(chosen.step < 0 ? 0 : 1)
      .focus()
    chosen = undefined
  }, [shown])
  const button = (step: 1 | -1, label: string) => {
    const version = versions[index + step]
    const isOff = version === undefined || isRunning
    const go = () => {
      if (isOff) return
      chosen = { version, step }
      void perform(client.switchTo(version))
    }
    const why = isRunning ? texts.whenComplete(label) : label
    return <IconButton icon="chevron" label={why} data-step={step} aria-disabled={isOff} onClick={go} />
  }
  return (
    <span ref={row} className="versions">
      {button(-1, texts.previousVersion)}
      <span aria-live="polite">
        <span className="visually-hidden">{texts.version} </span>
        {index + 1}/{count}
      </span>
      {button(1, texts.nextVersion)}
    </span>
  )
}
