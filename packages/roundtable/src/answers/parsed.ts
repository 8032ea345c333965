/** What a model's text comes to. What cannot be read is said, never made up. */
export type Parsed<T> = { type: 'parsed'; value: T } | { type: 'malformed'; problem: string }
