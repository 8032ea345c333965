/** The page of a tool's view: one HTML document that shows the tool's questions and its result. */
export interface View {
  html: string
  /** Changes with the document. */
  hash: string
}

/** Where a server reads the views of its tools. */
export interface Views {
  /** Resolves to the current view of a tool, or `undefined` if it has none. */
  read(tool: string): Promise<View | undefined>
}
