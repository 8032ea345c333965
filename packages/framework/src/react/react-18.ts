import * as react from 'react'

/** Hooks that React has since version 18. In an older React they throw an error that says what to install. */
export const useId: typeof react.useId = react.useId ?? throwTooOld
export const useSyncExternalStore: typeof react.useSyncExternalStore = react.useSyncExternalStore ?? throwTooOld

function throwTooOld(): never {
  throw new Error(
    `@sweatpants/framework/react needs React 18 or newer, this is React ${react.version}; npm install react@latest react-dom@latest`,
  )
}
