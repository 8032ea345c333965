/** A run that works, asks and is answered, over and over. */
export interface Conversation {
  /** Answers the question that is open; comes when the next one is, or to what the run came to, when it is over. */
  answer(): Promise<number | undefined>
}

/** Something that runs can wait in. */
export interface System extends AsyncDisposable {
  name: string
  /** A run of so many questions; comes when the first is open. */
  begin(id: string, questions: number): Promise<Conversation>
  /** One that another process has begun and left: waiting, or in the middle of something. */
  goOn(id: string, questions: number, left: 'waiting' | 'working'): Promise<Conversation>
}
