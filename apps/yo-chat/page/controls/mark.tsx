/** The mark of the app, which is also its icon. Hidden from screen readers: the name stands beside it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#0f766e" />
      <path d="M9 9.5h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7l-4.5 4v-4H9a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2Z" fill="#fff" />
      <circle cx="12.2" cy="15" r="1.5" fill="#0f766e" />
      <circle cx="19.8" cy="15" r="1.5" fill="#0f766e" />
    </svg>
  )
}
