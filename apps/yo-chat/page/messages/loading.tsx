export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">Loading the conversation</span>
      <i />
      <i />
      <i />
    </div>
  )
}
