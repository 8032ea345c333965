/** The tokens of this page by the names that MCP Apps have for them. */
const TOKENS: Readonly<Record<string, string>> = {
  '--color-background-primary': '--surface',
  '--color-background-secondary': '--ground',
  '--color-background-tertiary': '--sunken',
  '--color-background-danger': '--danger-soft',
  '--color-background-warning': '--warning-soft',
  '--color-background-info': '--accent-soft',
  '--color-background-inverse': '--text',
  '--color-text-primary': '--text',
  '--color-text-secondary': '--muted',
  '--color-text-tertiary': '--muted',
  '--color-text-info': '--accent',
  '--color-text-danger': '--danger',
  '--color-text-success': '--success',
  '--color-text-warning': '--warning',
  '--color-text-inverse': '--ground',
  '--color-border-primary': '--border-strong',
  '--color-border-secondary': '--border',
  '--color-border-tertiary': '--border',
  '--color-ring-primary': '--accent',
  '--font-sans': '--font',
  '--font-mono': '--font-mono',
  '--border-radius-sm': '--radius-small',
  '--border-radius-md': '--radius',
  '--border-radius-lg': '--radius-large',
}

/** Returns the looks of this page for a view. Colours hold a value for each theme. */
export function readViewVariables(): Record<string, string> {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, style.getPropertyValue(token).trim()]))
}
