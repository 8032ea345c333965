import { Changes } from '../../frame/changes.ts'

/** Tell lists of debates that a debate has changed. */
export const { subscribe: onDebateChanged, tell: tellDebateChanged } = new Changes()
