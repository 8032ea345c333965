import { type ToggleEvent, useId, useRef } from 'react'
import { moveByArrowKeys } from './arrow-keys.ts'
import { Icon, type IconName } from './icon.tsx'
import { IconButton } from './icon-button.tsx'

export interface MenuItem {
  label: string
  icon: IconName
  isDangerous?: boolean
  onChoose: () => void
}

interface MenuProps {
  /** The name of the button. */
  label: string
  items: readonly MenuItem[]
}

/** A button that opens a list of actions. Escape and a click elsewhere close it, and the focus returns to the button. */
export function Menu({ label, items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const place = ({ newState }: ToggleEvent) => {
    if (newState !== 'open' || button.current === null || list.current === null) return
    const { bottom, right, top } = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = list.current
    const fitsBelow = bottom + offsetHeight + MARGIN < innerHeight
    style.left = `${Math.max(MARGIN, right - offsetWidth)}px`
    style.top = `${fitsBelow ? bottom : Math.max(MARGIN, top - offsetHeight)}px`
    list.current.querySelector('button')?.focus()
  }
  return (
    <>
      <IconButton ref={button} icon="more" label={label} aria-haspopup="menu" popoverTarget={id} />
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        className="menu"
        onToggle={place}
        onKeyDown={moveByArrowKeys(1)}
      >
        {items.map(({ label: name, icon, isDangerous, onChoose }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            className="menu-item"
            data-arrow
            data-danger={isDangerous || undefined}
            onClick={() => {
              list.current?.hidePopover()
              onChoose()
            }}
          >
            <Icon name={icon} />
            {name}
          </button>
        ))}
      </div>
    </>
  )
}

/** Pixels between a list and the edge of the window. */
const MARGIN = 8
