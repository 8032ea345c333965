import { texts } from './texts.ts'

export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{texts.loading}</span>
      <i />
      <i />
      <i />
    </div>
  )
}
