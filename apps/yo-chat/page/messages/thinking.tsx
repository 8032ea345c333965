import { texts } from './texts.ts'

/** A placeholder with the height of the first line of the answer. */
export function Thinking({ label = texts.thinking }: { label?: string }) {
  return (
    <p className="thinking">
      <span className="visually-hidden">{label}</span>
      <span className="dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
    </p>
  )
}
