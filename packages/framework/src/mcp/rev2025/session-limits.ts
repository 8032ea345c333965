// Apart from the sessions: the types of the SDK are not published, and public types must not import them.

export interface SessionLimits {
  /** 2025 sessions at once. Default 1,000. */
  sessions: number
  /**
   * 2025 sessions of one caller at once: of a principal, or without `auth` of a network address. Default 200. Callers without
   * either share half of `sessions`.
   */
  sessionsPerCaller: number
  /** Milliseconds after which an idle 2025 session ends. Default 30 minutes; at most 24 days, the longest timer. */
  sessionIdle: number
  /** Bytes that may wait for a reader that is slower than the server writes; then it is cut off. Default 1 MiB. */
  unread: number
}
