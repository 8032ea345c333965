/** The name of a text that was typed on the page of a debate and not sent. */
export const toDraftName = (sessionId: string, field: string): string => `debate/${sessionId}/${field}`

/** The name of what was entered for a new debate with the topic of its address, which may be empty. */
export const toNewDebateName = (topic: string): string => `debate/${encodeURIComponent(topic)}`

/** The beginning of the names of what was typed for a request of a panellist. */
export const toRequestName = (sessionId: string, requestId: string): string =>
  toDraftName(sessionId, `request/${requestId}/`)
