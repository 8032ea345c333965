/** A run that works, asks and is answered, over and over. */
export interface Conversation {
  /** Answers the open question. Resolves when the next one is open, or to the result when the run is over. */
  answer(): Promise<number | undefined>
}

/** Something that runs can wait in. */
export interface System extends AsyncDisposable {
  name: string
  /** Starts a run of so many questions. Resolves when the first one is open. */
  begin(id: string, questions: number): Promise<Conversation>
  /** One that another process has begun and left: waiting, or in the middle of something. */
  goOn(id: string, questions: number, left: 'waiting' | 'working'): Promise<Conversation>
}
