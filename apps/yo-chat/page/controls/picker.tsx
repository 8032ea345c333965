import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { moveByArrowKeys } from './arrow-keys.ts'
import { Icon } from './icon.tsx'

export interface PickerOption {
  id: string
  label: string
  /** A second line. */
  hint?: string
  usable?: boolean
  /** The heading above it. Options of a group stand together. */
  group?: string
}

interface PickerProps {
  label: string
  value: string | undefined
  options: readonly PickerOption[]
  onPick: (id: string) => void
  /** What stands below the options; Tab leads to it. It gets a function that closes the list. */
  children?: (close: () => void) => ReactNode
}

/** Pixels between the list and its button, or the edge of the window. */
const MARGIN = 8

/** Picks one of several options, as wide as what is picked. Arrow keys and letters move, Enter picks, Escape closes. */
export function Picker({ label, value = '', options, onPick, children }: PickerProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const groups = [...new Set(options.map(({ group }) => group))]
  const onToggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open')
    if (newState !== 'open' || button.current === null || list.current === null) return
    const { top, bottom, left } = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = list.current
    const isAbove = bottom + offsetHeight + MARGIN > innerHeight
    style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - offsetWidth - MARGIN))}px`
    style.top = `${isAbove ? Math.max(MARGIN, top - offsetHeight - MARGIN / 2) : bottom + MARGIN / 2}px`
    const all = list.current.querySelectorAll<HTMLElement>('[role=option]')
    const chosen = [...all].find((option) => option.ariaSelected === 'true')
    ;(chosen ?? all[0])?.focus()
  }
  const close = () => {
    list.current?.hidePopover()
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' || (event.key === 'Tab' && children === undefined)) {
      // Escape has no second meaning, such as to stop an answer.
      if (event.key === 'Escape') event.preventDefault()
      return close()
    }
    // A field below the options has keys of its own.
    if (!(event.target as HTMLElement).matches('[role=option]')) return
    if (event.key.length === 1 && event.key !== ' ') focusNext(event.currentTarget, event.key)
    else moveByArrowKeys(1)(event)
  }
  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    list.current?.showPopover()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        className="picker"
        title={label}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        popoverTarget={id}
        onKeyDown={onButtonKey}
      >
        {/* The chosen option may no longer exist. */}
        <span className="picker-value">{options.find((option) => option.id === value)?.label ?? value}</span>
        <Icon name="chevron" />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that move the focus, and close */}
      <div ref={list} id={id} popover="auto" className="options" onToggle={onToggle} onKeyDown={onKeyDown}>
        <div id={`${id}-list`} role="listbox" aria-label={label} tabIndex={-1}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a list box has no other element for a group
            <div key={group} role="group" aria-label={group ?? label}>
              {group !== undefined && (
                <p className="options-group" aria-hidden="true">
                  {group}
                </p>
              )}
              {options
                .filter((option) => option.group === group)
                .map(({ id: option, label: name, hint, usable = true }) => (
                  <button
                    key={option}
                    type="button"
                    role="option"
                    className="option"
                    tabIndex={-1}
                    data-arrow
                    aria-selected={option === value}
                    aria-disabled={!usable}
                    onClick={() => {
                      if (!usable) return
                      close()
                      onPick(option)
                    }}
                  >
                    {option === value ? <Icon name="check" /> : <span />}
                    <span>{name}</span>
                    {hint !== undefined && <span className="option-hint">{hint}</span>}
                  </button>
                ))}
            </div>
          ))}
        </div>
        {children?.(close)}
      </div>
    </>
  )
}

/** Moves the focus to the next option whose label begins with a letter. */
function focusNext(list: HTMLElement, letter: string): void {
  const all = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  const from = all.indexOf(document.activeElement as HTMLElement) + 1
  const begins = (option: HTMLElement) => option.textContent?.toLowerCase().startsWith(letter.toLowerCase())
  ;[...all.slice(from), ...all.slice(0, from)].find(begins)?.focus()
}
