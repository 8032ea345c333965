import { createContext } from 'react'

/** Whether more of this block may come. */
export const Streaming = createContext(false)
