/** What a model is told: who it is and what holds throughout, and what it is asked now. */
export interface Prompt {
  system: string
  message: string
}
