/** A tool's name as a person would write it: `get_weather` and `getWeather` are "Get weather". */
export function toTitle(toolName: string): string {
  const words = toolName
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-./]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
