export interface AvoidedWords {
  /** Matches at word boundaries, in any case. */
  readonly pattern: string
  readonly reason: string
}

/** Words that hide who acts or what happens. `npm run check` reports them. */
export const avoidedWords: readonly AvoidedWords[] = [
  { pattern: 'nobody', reason: 'name who does not act: "no caller", "no client", "no seat", "no one"' },
  { pattern: 'somebody', reason: 'name the role: the user, the caller, another process' },
  { pattern: 'anybody', reason: 'name the role: any client, any user' },
  { pattern: 'everybody', reason: 'name the group: all seats, every client' },
  { pattern: 'who(?:m)?ever', reason: 'name the role: the caller, the owner, the process that opened it' },
  { pattern: 'whatever', reason: 'name the thing, or write "regardless of", "any", "in any case"' },
  { pattern: 'whichever', reason: 'write "any", "either" or "regardless of which"' },
  { pattern: 'comes? to (?:its|the|how|what|whether|all|it)', reason: 'write "returns" or "resolves to"' },
  { pattern: '(?:has|have|had) come to', reason: 'write "result", "state" or "outcome"' },
  { pattern: 'what (?:it|they|a run|a call|steps?) (?:comes?|came) to', reason: 'write "the result"' },
  { pattern: 'comes (?:when|once) (?:it|the|there|what)', reason: 'write "resolves when"' },
  { pattern: 'shall', reason: 'archaic: write "should", "will" or an imperative' },
  { pattern: 'of another opinion', reason: 'write "disagrees"' },
  { pattern: 'borne out', reason: 'write "confirmed"' },
  { pattern: 'in the world', reason: 'write "side effect" or "outside the process"' },
  { pattern: 'put right', reason: 'write "fix"' },
  { pattern: 'of nothing|to nothing', reason: 'write "undefined", "none" or "empty"' },
]
